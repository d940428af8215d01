import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, stringOrNull } from '../json'
import { type Community, communityKeys, parseCommunity } from './community'

/** A community in the list of all communities. */
export interface ListedCommunity extends Community {
  /** ISO date of the latest post; null if there is none, or if the person may not read it. */
  active_at: string | null
  /**
   * The number of posts and replies of others since the person's last visit (rules/communities#news); 10 means more
   * than nine.
   */
  news: number
}

/**
 * The first hundred communities that are open to the signed-in person, or that the person joined or is banned from, in
 * one call. Fails with a DataError.
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

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseMyCommunities(json: Json): ListedCommunity[] {
  // An account that may not enter gets null.
  if (json === null) return []
  return list(object(json).communities).map((item) => ({
    ...parseCommunity(item),
    active_at: stringOrNull(object(item).active_at),
    news: number(object(item).news),
  }))
}
