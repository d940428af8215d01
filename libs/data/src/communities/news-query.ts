import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { communityKeys } from './keys'

const ASKED_EVERY_MS = 45_000

/**
 * How many posts and replies others have added since a moment (ISO), 100 at most. Asked now and then
 * while the page is in view; a question that fails is simply asked again the next time.
 */
export function newsQuery(client: DataClient, slug: string, since: string) {
  return queryOptions({
    queryKey: communityKeys.news(slug, since),
    queryFn: async ({ signal }): Promise<number> =>
      unwrap(
        await client.rpc('community_news', { slug, since }, { get: true }).abortSignal(signal),
      ),
    // The answer that `since` belongs to was itself without news.
    initialData: 0,
    staleTime: ASKED_EVERY_MS,
    refetchInterval: ASKED_EVERY_MS,
    retry: false,
  })
}
