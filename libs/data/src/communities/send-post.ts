import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { hasErrorCode } from './community-failure'
import { editPost } from './edit-post'

interface NewPost {
  /** Made by the sender, so that a post whose answer was lost can be sent again and counts once. */
  id: string
  community_id: string
  /** The post that it answers; null for a new thread. */
  parent_id: string | null
  body: string
}

/**
 * Writes a post or a reply as the signed-in person (rules/communities#feed). Had an earlier try arrived after all,
 * its words become these. Throws DataError: `42501` where they may not write, `PT429` after ten in a
 * minute.
 */
export async function sendPost(client: DataClient, post: NewPost): Promise<void> {
  try {
    unwrap(await client.from('community_posts').insert(post))
  } catch (thrown) {
    if (!hasErrorCode(thrown, '23505')) throw thrown
    await editPost(client, post.id, post.body)
  }
}
