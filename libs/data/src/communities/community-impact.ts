import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { parseNameSummary, peopleText } from '../impact/name-summary'
import { type Answer, number, shape } from '../json'
import { formatCount } from '../wording'

export const parseCommunityImpact = shape({ touched: parseNameSummary, posts: number })
/** The effect of deleting a community. */
export type CommunityImpact = Answer<typeof parseCommunityImpact>

/**
 * Counts what the deletion of a community would affect, without changing anything. Throws like `deleteCommunity`
 * (rules/members#touched).
 */
export async function readCommunityImpact(
  client: Pick<DataClient, 'rpc'>,
  communityId: string,
  signal: AbortSignal,
): Promise<CommunityImpact> {
  const call = client.rpc('community_impact', { community_id: communityId })
  return parseCommunityImpact(unwrap(await call.abortSignal(signal)))
}

/** Returns sentences about what is deleted together with a community. */
export function communityDeletion({ touched, posts }: CommunityImpact): string[] {
  return [
    touched.count === 0
      ? 'It has no members.'
      : peopleText(touched, 'loses it at once and permanently', 'lose it at once and permanently'),
    posts === 0
      ? 'It has no posts.'
      : `${formatCount(posts, 'post or reply is', 'posts and replies are')} deleted with it, and so are all reports and bans.`,
    'Purchases of it are kept in the records.',
  ]
}
