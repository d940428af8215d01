import type { DataClient } from '../client'
import { unwrap } from '../errors'

/**
 * Takes a post off the feed: one's own, or any for moderators (rules/communities#own-posts). Throws DataError, `42501`
 * also when it is gone already.
 */
export async function deletePost(client: DataClient, postId: string): Promise<void> {
  unwrap(await client.rpc('delete_post', { post_id: postId }))
}
