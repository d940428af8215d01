import type { Community } from '@rookies/data/communities/community'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from '../../ui/button'
import { useMembership } from './use-membership'

/** Joins a community that is open to the person. */
export function JoinButton({ community, small }: { community: Community; small?: boolean }) {
  const { join, joining } = useMembership(community)
  return (
    <Button writes variant="primary" small={small ?? false} onClick={join} disabled={joining}>
      {joining ? 'Joining...' : 'Join'} <VisuallyHidden>{community.name}</VisuallyHidden>
    </Button>
  )
}
