import type { DataClient } from '../client'
import { expectRow, unwrap } from '../errors'
import { hasErrorCode } from './community-failure'

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

/** Changes the words of a post of one's own (rules/communities#own-posts). Throws DataError, `DENIED` for others'. */
export async function editPost(client: DataClient, postId: string, body: string): Promise<void> {
  expectRow(await client.from('community_posts').update({ body }).eq('id', postId).select('id'))
}

/**
 * Takes a post off the feed: one's own, or any for moderators (rules/communities#own-posts). Throws DataError, `42501`
 * also when it is gone already.
 */
export async function deletePost(client: DataClient, postId: string): Promise<void> {
  unwrap(await client.rpc('delete_post', { post_id: postId }))
}

/** Puts a post back that one deleted less than ten minutes ago. Throws DataError, `42501` otherwise. */
export async function restorePost(client: DataClient, postId: string): Promise<void> {
  unwrap(await client.rpc('restore_post', { post_id: postId }))
}

/**
 * Tells the community's moderators of a post, with or without a reason, once a person (rules/communities#own-posts);
 * reported already is success. Throws DataError.
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

/** Settles all open reports of a post, which stays: for moderators (rules/communities#own-posts). Throws DataError. */
export async function resolveReports(client: DataClient, postId: string): Promise<void> {
  unwrap(await client.rpc('resolve_reports', { post_id: postId }))
}
