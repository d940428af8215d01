import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, both, changed, listOf, number, orNull, shape, string } from '../json'
import { communityKeys, parseCommunity } from './community'

const parseListed = both(
  parseCommunity,
  shape({
    /** When the latest post was written, as an ISO date; null if there is none or the person may not read it. */
    active_at: orNull(string),
    /**
     * The number of posts and replies by others since the person's last visit (rules/communities#news). 10 means more
     * than 9.
     */
    news: number,
  }),
)
/** A community in the list of all communities. */
export type ListedCommunity = Answer<typeof parseListed>

/** Parses the communities. For null, the answer for an account that may not enter, returns an empty list. */
export const parseMyCommunities = changed(
  orNull(shape({ communities: listOf(parseListed) })),
  (answer) => answer?.communities ?? [],
)

/**
 * Reads at most a hundred communities that the signed-in person may enter, has joined, or is banned from. Fails with a
 * DataError.
 */
export function myCommunitiesQuery(client: DataClient) {
  return queryOptions({
    queryKey: communityKeys.mine(),
    queryFn: async ({ signal }) =>
      parseMyCommunities(
        unwrap(await client.rpc('my_communities', undefined, { get: true }).abortSignal(signal)),
      ),
  })
}
