import type { DataClient } from '../client'
import { unwrap } from '../errors'

/** Puts a post back that one deleted less than ten minutes ago. Throws DataError, `42501` otherwise. */
export async function restorePost(client: DataClient, postId: string): Promise<void> {
  unwrap(await client.rpc('restore_post', { post_id: postId }))
}
