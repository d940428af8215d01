import type { QueryClient } from '@tanstack/react-query'
import type { Boot } from '../access/boot'
import { accessKeys } from '../access/keys'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
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
  queries.setQueryData<Boot>(accessKeys.boot(), (boot) => boot && { ...boot, community_news: news })
  queries.setQueryData<ListedCommunity[]>(communityKeys.mine(), (communities) =>
    communities?.map((community) =>
      community.slug === slug ? { ...community, news: 0 } : community,
    ),
  )
}
