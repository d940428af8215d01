import {
  draftErrors,
  draftFromNotification,
  type NotificationDraft,
} from '@rookies/data/notifications/admin-draft'
import { notificationEdit } from '@rookies/data/notifications/edit-notification'
import {
  NOTIFICATION_ADMIN_MESSAGES,
  notificationState,
  type SentNotification,
} from '@rookies/data/notifications/notification-list'
import { serverNow } from '@rookies/data/server-clock'
import { momentText } from '@rookies/data/time/moment-text'
import { useState } from 'react'
import { useReadAgainOf } from '../../app/use-read-again'
import { FormDialog } from '../../kit/form-dialog'
import { useChanged } from '../../kit/form-fields'
import { useRecordForm } from '../../kit/saved-form'
import { Subject } from '../../ui/subject'
import { DraftFields } from './draft-fields'
import { Preview } from './preview'
import { recipientLabel } from './recipient-label'

interface EditDialogProps {
  notification: SentNotification
  onClose: () => void
}

/**
 * Edits a notification for all its recipients. The recipients themselves cannot be changed
 * (rules/notifications#draft).
 */
export function EditDialog({ notification, onClose }: EditDialogProps) {
  const [before] = useState(() => draftFromNotification(notification))
  const scheduled = notificationState(notification, serverNow()) === 'scheduled'
  const saved = useRecordForm({
    resource: 'notifications',
    record: { id: notification.id },
    sent: (draft: NotificationDraft) => notificationEdit(notification, draft),
    done: NOTIFICATION_ADMIN_MESSAGES.edited,
    failed: NOTIFICATION_ADMIN_MESSAGES.editFailed,
    onSaved: useReadAgainOf('notifications'),
    leave: onClose,
  })
  const { values } = useChanged(saved, before)
  return (
    <FormDialog
      size="editor"
      title="Edit Notification"
      saved={saved}
      initial={before}
      locked={saved.saving}
      submit="Save Changes"
      needsChange
      one="notification"
      beside={<Preview draft={{ ...before, ...values }} global={notification.is_global} />}
      onClose={onClose}
    >
      <Subject
        name={`To ${recipientLabel(notification)}`}
        more="Your changes reach everyone who has it right away."
      />
      <DraftFields
        problemsOf={(draft: NotificationDraft) => draftErrors(draft, null, before, serverNow())}
        appeared={
          scheduled ? undefined : momentText(notification.publish_at ?? notification.created_at)
        }
      />
    </FormDialog>
  )
}
