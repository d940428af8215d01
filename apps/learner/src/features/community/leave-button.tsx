import type { Community } from '@rookies/data/communities/community'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { useMembership } from './use-membership'

/** Leaves a community after a confirmation. */
export function LeaveButton({ community }: { community: Community }) {
  const { leave, leaving } = useMembership(community)
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button variant="quiet" small onClick={() => setAsked(true)} disabled={leaving}>
        <LogOut aria-hidden="true" />
        {leaving ? 'Leaving...' : 'Leave'} <VisuallyHidden>{community.name}</VisuallyHidden>
      </Button>
      {asked && (
        <ConfirmDialog
          title={`Leave ${community.name}?`}
          confirm="Leave"
          onConfirm={leave}
          onClose={() => setAsked(false)}
        >
          <p>
            Your posts stay.{' '}
            {community.state === 'CLOSED'
              ? 'You no longer see it in your list of communities.'
              : 'You can join again while it is open to you.'}
          </p>
          {community.moderates && <p>If you moderate it, you will no longer be a moderator.</p>}
        </ConfirmDialog>
      )}
    </>
  )
}
