import { peopleSentence } from '../touched/named'
import { formatCount } from '../wording'
import type { CommunityImpact } from './community-impact'

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
