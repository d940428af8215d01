import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, both, changed, listOf, number, orNull, shape, string } from '../json'
import { communityKeys, parseCommunity } from './community'

const parseListed = both(
  parseCommunity,
  shape({
    /** ISO date of the latest post; null if there is none, or if the person may not read it. */
    active_at: orNull(string),
    /**
     * The number of posts and replies of others since the person's last visit (rules/communities#news); 10 means more
     * than nine.
     */
    news: number,
  }),
)
/** A community in the list of all communities. */
export type ListedCommunity = Answer<typeof parseListed>

/** Reads the communities; none for an account that may not enter, which gets null. */
export const parseMyCommunities = changed(
  orNull(shape({ communities: listOf(parseListed) })),
  (answer) => answer?.communities ?? [],
)

/**
 * The first hundred communities that are open to the signed-in person, or that the person joined or is banned from, in
 * one call. Fails with a DataError.
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
