import type { DataClient } from '../client'
import { unwrap } from '../errors'

/** Settles all open reports of a post, which stays: for moderators (rules/communities#own-posts). Throws DataError. */
export async function resolveReports(client: DataClient, postId: string): Promise<void> {
  unwrap(await client.rpc('resolve_reports', { post_id: postId }))
}
