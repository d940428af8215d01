import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { communityKeys } from './keys'

const ASKED_EVERY_MS = 45_000

/**
 * The number of posts and replies that others have added since a moment (ISO), at most 100. The query repeats while the
 * page is visible; the next repetition follows a failure too.
 */
export function newsQuery(client: DataClient, slug: string, since: string) {
  return queryOptions({
    queryKey: communityKeys.news(slug, since),
    queryFn: async ({ signal }): Promise<number> =>
      unwrap(
        await client.rpc('community_news', { slug, since }, { get: true }).abortSignal(signal),
      ),
    // The answer that contains `since` had no news itself.
    initialData: 0,
    staleTime: ASKED_EVERY_MS,
    refetchInterval: ASKED_EVERY_MS,
    retry: false,
  })
}
