import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { hasErrorCode } from './community-failure'

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
