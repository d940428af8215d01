import { type NotificationDraft, toInstant } from '@rookies/data/notifications/admin-draft'
import { formatPeople } from '@rookies/data/wording'
import { Button } from 'antd'
import { Modal } from '../../ui/modal'
import { momentText } from '../../ui/moment-text'
import { Subject } from '../../ui/subject'
import { useAudience } from './use-audience'

interface ConfirmAllProps {
  draft: NotificationDraft
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before everybody is told something, by how many they are. */
export function ConfirmAll({ draft, busy, onConfirm, onClose }: ConfirmAllProps) {
  const count = useAudience()
  const who = count === undefined ? 'Everybody who has an account' : formatPeople(count)
  const publishAt = toInstant(draft.publishAt)
  return (
    <Modal
      open
      title="Send to all members?"
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Back
          </Button>
          <Button type="primary" loading={busy} onClick={onConfirm}>
            {count === undefined ? 'Send to All Members' : `Send to ${titled(count)}`}
          </Button>
        </>
      }
    >
      <Subject
        name={draft.title.trim()}
        more={publishAt ? `Appears ${momentText(publishAt)}` : 'Appears at once'}
      />
      <p>
        {`${who} will see this. You can edit or delete it afterwards; some people may have read it by then.`}
      </p>
    </Modal>
  )
}

const titled = (count: number) => formatPeople(count).replace('p', 'P')
