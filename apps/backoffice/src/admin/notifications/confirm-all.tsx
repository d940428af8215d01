import { type NotificationDraft, toInstant } from '@rookies/data/notifications/admin-draft'
import { Button } from 'antd'
import { Modal } from '../../ui/modal'
import styles from './composer.module.css'
import { exactly, peopleWords } from './notification-words'
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
  const who = count === undefined ? 'Everybody who has an account' : peopleWords(count)
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
      <p className={styles.said}>
        <strong>{draft.title.trim()}</strong>
        <span>{publishAt ? `Appears ${exactly(publishAt)}` : 'Appears at once'}</span>
      </p>
      <p>
        {`${who} will see this. You can edit or delete it afterwards; some people may have read it by then.`}
      </p>
    </Modal>
  )
}

const titled = (count: number) => peopleWords(count).replace('p', 'P')
