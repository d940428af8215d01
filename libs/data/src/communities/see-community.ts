import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Boot } from '../access/boot'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { accessKeys } from '../session/keys'
import { communityKeys } from './keys'
import type { ListedCommunity } from './my-communities-query'

/**
 * Says that the person has seen what a community held at a moment (`seen`, ISO), and counts anew what is new to them
 * (rules/communities#news). Fails with a DataError; then it stays news until they look again.
 */
export async function seeCommunity(
  client: DataClient,
  queries: QueryClient,
  slug: string,
  seen: string,
): Promise<void> {
  const news = unwrap(await client.rpc('see_community', { slug, seen }))
  amend<Boot>(queries, accessKeys.boot(), (boot) => ({ ...boot, community_news: news }))
  amend<ListedCommunity[]>(queries, communityKeys.mine(), (communities) =>
    communities.map((community) =>
      community.slug === slug ? { ...community, news: 0 } : community,
    ),
  )
}

/**
 * Changes a part of a known answer, which is no newer for that: one that is due, because the person has left the
 * community since, stays due.
 */
function amend<T>(queries: QueryClient, queryKey: QueryKey, change: (known: T) => T): void {
  const state = queries.getQueryState<T>(queryKey)
  if (state?.data === undefined) return
  queries.setQueryData(queryKey, change(state.data), { updatedAt: state.dataUpdatedAt })
  if (state.isInvalidated) void queries.invalidateQueries({ queryKey, refetchType: 'none' })
}
