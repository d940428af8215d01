import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, stringOrNull } from '../json'
import { type Community, parseCommunity } from './community'
import { communityKeys } from './keys'

/** A community of the page of all communities. */
export interface ListedCommunity extends Community {
  /** ISO date of the latest post; null when there is none, or it is not for the person to read. */
  active_at: string | null
  /** Posts and replies of others since the person looked (rules/communities#news); 10 stands for more than nine. */
  news: number
}

/**
 * The communities that are open to the signed-in person, that they joined or that banned them: the
 * first hundred, in one call. Fails with a DataError.
 */
export function myCommunitiesQuery(client: DataClient) {
  return queryOptions({
    queryKey: communityKeys.mine(),
    queryFn: async ({ signal }): Promise<ListedCommunity[]> =>
      parseMyCommunities(
        unwrap(await client.rpc('my_communities', undefined, { get: true }).abortSignal(signal)),
      ),
  })
}

/** Reads the answer of `my_communities()`; throws DataError `MALFORMED` when it is something else. */
export function parseMyCommunities(json: Json): ListedCommunity[] {
  // An account that may not enter is answered with nothing.
  if (json === null) return []
  return list(object(json).communities).map((item) => ({
    ...parseCommunity(item),
    active_at: stringOrNull(object(item).active_at),
    news: number(object(item).news),
  }))
}
