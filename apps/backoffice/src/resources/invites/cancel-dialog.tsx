import type { SentInvite } from '@rookies/data/invites/invite-list'
import { Button } from 'antd'
import { Modal } from '../../ui/modal'
import { Subject } from '../../ui/subject'

interface CancelDialogProps {
  invite: SentInvite | null
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an invite is ended, by the address it was sent to. */
export function CancelDialog({ invite, busy, onConfirm, onClose }: CancelDialogProps) {
  return (
    <Modal
      open={invite !== null}
      title="Cancel this invite?"
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Keep Invite
          </Button>
          <Button type="primary" danger loading={busy} onClick={onConfirm}>
            Cancel Invite
          </Button>
        </>
      }
    >
      {invite && (
        <>
          <Subject name={invite.email} />
          <p>
            The link stops working at once. To let this person in later, send them a new invite.
          </p>
        </>
      )}
    </Modal>
  )
}
