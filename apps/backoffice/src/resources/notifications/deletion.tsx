import {
  NOTIFICATION_ADMIN_MESSAGES,
  type SentNotification,
} from '@rookies/data/notifications/notification-list'
import { Typography } from 'antd'
import { Question } from '../../kit/question'
import { useConfirmedAct } from '../../kit/use-confirmed-act'
import { Subject } from '../../ui/subject'
import { recipientLabel } from './recipient-label'

/** Deletes one or several notifications with one request after a question. */
export function useDeleting(onDeleted: () => void) {
  return useConfirmedAct({
    act: (notifications: readonly SentNotification[]) => ({
      name: 'notifications/delete',
      input: { ids: notifications.map(({ id }) => id) },
    }),
    done: ({ length }) =>
      length === 1
        ? NOTIFICATION_ADMIN_MESSAGES.deleted
        : { text: `${length} notifications deleted` },
    failed: NOTIFICATION_ADMIN_MESSAGES.deleteFailed,
    onSuccess: onDeleted,
  })
}

/** Asks before notifications are deleted for their recipients, with titles and recipients. */
export function DeleteQuestion({
  subject,
  ...answers
}: Omit<ReturnType<typeof useDeleting>, 'ask'>) {
  if (subject === null) return null
  const count = subject.length
  return (
    <Question
      {...answers}
      title={count > 1 ? `Delete ${count} notifications?` : 'Delete this notification?'}
      confirm={count > 1 ? `Delete ${count} Notifications` : 'Delete Notification'}
      danger
    >
      <Typography.Paragraph>
        {count > 1
          ? 'Are you sure you want to delete these notifications?'
          : 'Are you sure you want to delete this notification?'}
      </Typography.Paragraph>
      <ul>
        {subject.map((notification) => (
          <li key={notification.id}>
            <Subject name={notification.title} more={`To ${recipientLabel(notification)}`} />
          </li>
        ))}
      </ul>
      <Typography.Paragraph type="secondary">
        {count > 1 ? 'They are' : 'It is'} removed from every bell at once. You can't undo this.
      </Typography.Paragraph>
    </Question>
  )
}
