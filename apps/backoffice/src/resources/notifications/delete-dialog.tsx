import type { SentNotification } from '@rookies/data/notifications/notification-list'
import { Button, Typography } from 'antd'
import { Modal } from '../../ui/modal'
import { Subject } from '../../ui/subject'
import { recipientWords } from './notification-words'

interface DeleteDialogProps {
  /** What is to go; empty while nothing is asked. */
  notifications: readonly SentNotification[]
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before notifications are taken from their recipients, by title and by whom they went to. */
export function DeleteDialog({ notifications, busy, onConfirm, onClose }: DeleteDialogProps) {
  const count = notifications.length
  return (
    <Modal
      open={count > 0}
      title={count > 1 ? `Delete ${count} notifications?` : 'Delete this notification?'}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="primary" danger loading={busy} onClick={onConfirm}>
            {count > 1 ? `Delete ${count} Notifications` : 'Delete Notification'}
          </Button>
        </>
      }
    >
      <Typography.Paragraph>
        {count > 1
          ? 'Are you sure you want to delete these notifications?'
          : 'Are you sure you want to delete this notification?'}
      </Typography.Paragraph>
      <ul>
        {notifications.map((notification) => (
          <li key={notification.id}>
            <Subject name={notification.title} more={`To ${recipientWords(notification)}`} />
          </li>
        ))}
      </ul>
      <Typography.Paragraph type="secondary">
        {count > 1 ? 'They are' : 'It is'} gone from every bell at once, and cannot be brought back.
      </Typography.Paragraph>
    </Modal>
  )
}
