import type { DataClient } from '../client'
import { unwrap } from '../errors'

/**
 * Joins a community that is open to the signed-in person (rules/communities#open-to). A member who joins again gets no
 * error. Throws DataError; code `42501` if it is not open to the person.
 */
export async function joinCommunity(client: DataClient, communityId: string): Promise<void> {
  unwrap(await client.rpc('join_community', { community_id: communityId }))
}

/** Ends the signed-in person's membership (rules/communities#banned); the posts stay. Throws DataError. */
export async function leaveCommunity(client: DataClient, communityId: string): Promise<void> {
  unwrap(await client.rpc('leave_community', { community_id: communityId }))
}
