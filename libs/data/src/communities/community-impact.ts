import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type NameSummary, parseNameSummary, peopleSentence } from '../impact/name-summary'
import { number, object } from '../json'
import { formatCount } from '../wording'

/** Whom and what goes with a community. */
export interface CommunityImpact {
  touched: NameSummary
  posts: number
}

/** Whom the deletion of a community touches; changes nothing. Throws as `deleteCommunity` (rules/members#touched). */
export async function readCommunityImpact(
  client: Pick<DataClient, 'rpc'>,
  communityId: string,
  signal: AbortSignal,
): Promise<CommunityImpact> {
  const call = client.rpc('community_impact', { community_id: communityId })
  const answer = object(unwrap(await call.abortSignal(signal)))
  return { touched: parseNameSummary(answer.touched), posts: number(answer.posts) }
}

/** What goes with a community, a sentence a line. */
export function communityDeletion({ touched, posts }: CommunityImpact): string[] {
  return [
    touched.count === 0
      ? 'It has no members.'
      : peopleSentence(touched, 'loses it, at once and for good', 'lose it, at once and for good'),
    posts === 0
      ? 'It has no posts.'
      : `${formatCount(posts, 'post or reply is', 'posts and replies are')} deleted with it, reports and bans too.`,
    'Purchases of it are kept in the records.',
  ]
}
