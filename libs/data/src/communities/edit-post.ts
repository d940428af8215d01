import type { DataClient } from '../client'
import { expectRow } from '../errors'

/** Changes the words of a post of one's own (rules/communities#own-posts). Throws DataError, `DENIED` for others'. */
export async function editPost(client: DataClient, postId: string, body: string): Promise<void> {
  expectRow(await client.from('community_posts').update({ body }).eq('id', postId).select('id'))
}
