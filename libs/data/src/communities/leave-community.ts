import type { DataClient } from '../client'
import { unwrap } from '../errors'

/** Ends the signed-in person's membership (rules/communities#banned); posts stay. Throws DataError. */
export async function leaveCommunity(client: DataClient, communityId: string): Promise<void> {
  unwrap(await client.rpc('leave_community', { community_id: communityId }))
}
