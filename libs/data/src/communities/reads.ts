import { byId, reads } from '../records/named'
import { readCommunityImpact } from './community-impact'
import { readCandidates } from './managed-members'
import { readReports } from './reports-query'

export const COMMUNITY_READS = {
  ...reads([], {
    'communities/impact': () => byId(readCommunityImpact),
  }),
  ...reads(['communities'], {
    'community_members/candidates':
      () =>
      (client, { communityId, search }: { communityId: string; search: string }, signal) =>
        readCandidates(client, communityId, search, signal),
    'community_posts/reports':
      () =>
      (client, { slug }: { slug: string }, signal) =>
        readReports(client, slug, signal),
  }),
}
