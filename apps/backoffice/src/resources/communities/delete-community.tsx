import { communityDeletion } from '@rookies/data/communities/community-impact'
import type { CommunityDetails } from '@rookies/data/communities/managed-communities'
import { UNCACHED, useRead } from '../../app/use-read'
import { DeleteRecord } from '../../kit/delete-record'
import cells from '../../ui/cells.module.css'
import { COMMUNITY_KIND } from './community-kind'

interface DeleteCommunityProps {
  community: CommunityDetails
  onClose: () => void
}

/** Asks before a community is deleted for good, and says what is deleted with it. */
export function DeleteCommunity({ community, onClose }: DeleteCommunityProps) {
  const impact = useRead('communities/impact', { input: { id: community.id }, ...UNCACHED })
  return (
    <DeleteRecord
      kind={COMMUNITY_KIND}
      record={community}
      beside={<code className={cells.code}>{`/${community.slug}`}</code>}
      query={impact}
      sentences={communityDeletion}
      onClose={onClose}
    />
  )
}
