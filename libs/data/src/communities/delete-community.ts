import type { DataClient } from '../client'
import { unwrap } from '../errors'

/** Deletes a community for good, with its members, posts and reports. Throws DataError: `42501`, `PT404`. */
export async function deleteCommunity(
  client: Pick<DataClient, 'rpc'>,
  communityId: string,
): Promise<void> {
  unwrap(await client.rpc('delete_community', { community_id: communityId }))
}
