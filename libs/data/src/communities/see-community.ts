import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Boot } from '../access/boot'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { accessKeys } from '../session/keys'
import { communityKeys } from './community'
import type { ListedCommunity } from './my-communities-query'

/**
 * Stores that the person has seen the posts of a community up to a moment (`seen`, ISO date), and updates the numbers
 * of news (rules/communities#news). Fails with a DataError; the posts then count as news until the next visit.
 */
export async function seeCommunity(
  client: DataClient,
  queries: QueryClient,
  slug: string,
  seen: string,
): Promise<void> {
  const news = unwrap(await client.rpc('mark_community_seen', { slug, seen }))
  amend<Boot>(queries, accessKeys.boot(), (boot) => ({ ...boot, community_news: news }))
  amend<ListedCommunity[]>(queries, communityKeys.mine(), (communities) =>
    communities.map((community) =>
      community.slug === slug ? { ...community, news: 0 } : community,
    ),
  )
}

/**
 * Changes part of a cached answer without marking the answer as valid. If it was invalidated meanwhile, because the
 * person has left the community, it stays invalidated.
 */
function amend<T>(queries: QueryClient, queryKey: QueryKey, change: (known: T) => T): void {
  const state = queries.getQueryState<T>(queryKey)
  if (state?.data === undefined) return
  queries.setQueryData(queryKey, change(state.data), { updatedAt: state.dataUpdatedAt })
  if (state.isInvalidated) void queries.invalidateQueries({ queryKey, refetchType: 'none' })
}
