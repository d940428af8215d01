import type { DataClient } from '../client'
import { expectRow, unwrap } from '../errors'
import { hasErrorCode } from './community-failure'

interface NewPost {
  /** The sender creates the id, so that sending the post again after a lost answer does not create a second post. */
  id: string
  community_id: string
  /** The id of the post that this one answers; null for a new thread. */
  parent_id: string | null
  body: string
}

/**
 * Writes a post or a reply as the signed-in person (rules/communities#feed). If a post with this id exists, its text is
 * replaced. Throws DataError: `42501` if the person may not write there, `PT429` after ten posts in a minute.
 */
export async function sendPost(client: DataClient, post: NewPost): Promise<void> {
  try {
    unwrap(await client.from('community_posts').insert(post))
  } catch (thrown) {
    if (!hasErrorCode(thrown, '23505')) throw thrown
    await editPost(client, post.id, post.body)
  }
}

/**
 * Changes the text of the person's own post (rules/communities#own-posts). Throws DataError, `DENIED` for others'
 * posts.
 */
export async function editPost(client: DataClient, postId: string, body: string): Promise<void> {
  expectRow(await client.from('community_posts').update({ body }).eq('id', postId).select('id'))
}

/**
 * Deletes a post: the person's own, or, for moderators, any (rules/communities#own-posts). Throws DataError, `42501`
 * also if it was deleted before.
 */
export async function deletePost(client: DataClient, postId: string): Promise<void> {
  unwrap(await client.rpc('delete_post', { post_id: postId }))
}

/** Restores a post that the person deleted less than ten minutes ago. Throws DataError, `42501` otherwise. */
export async function restorePost(client: DataClient, postId: string): Promise<void> {
  unwrap(await client.rpc('restore_post', { post_id: postId }))
}

/**
 * Reports a post to the community's moderators, with or without a reason (rules/communities#own-posts). Each person can
 * report a post once; repeating the report is no error. Throws DataError.
 */
export async function reportPost(
  client: DataClient,
  postId: string,
  reason: string,
): Promise<void> {
  const report = { post_id: postId, reason: reason.trim() || null }
  try {
    unwrap(await client.from('community_post_reports').insert(report))
  } catch (thrown) {
    if (!hasErrorCode(thrown, '23505')) throw thrown
  }
}

/**
 * Closes all open reports of a post without deleting it, for moderators (rules/communities#own-posts). Throws
 * DataError.
 */
export async function resolveReports(client: DataClient, postId: string): Promise<void> {
  unwrap(await client.rpc('resolve_reports', { post_id: postId }))
}
