import { type BaseRecord, useUpdate } from '@refinedev/core'
import { toDataError } from '@rookies/data/errors'
import {
  DRAFT_FIELDS,
  type DraftErrors,
  draftErrors,
  draftFromNotification,
  isSameDraft,
  type NotificationDraft,
} from '@rookies/data/notifications/admin-draft'
import { NOTIFICATION_ADMIN_TOASTS } from '@rookies/data/notifications/admin-messages'
import { notificationState } from '@rookies/data/notifications/admin-state'
import { notificationEdit } from '@rookies/data/notifications/edit-notification'
import type { SentNotification } from '@rookies/data/notifications/notification-list'
import type { RequestError } from '@rookies/data/refine/request-error'
import { serverNow } from '@rookies/data/server-clock'
import { failureToast } from '@rookies/data/toasts'
import { Button } from 'antd'
import { useCallback, useId, useState } from 'react'
import { toast } from '../../app/notification-provider'
import { LeaveGuard } from '../../ui/leave-guard'
import { Modal } from '../../ui/modal'
import { momentText } from '../../ui/moment-text'
import { StatusLine } from '../../ui/status-line'
import { Subject } from '../../ui/subject'
import { DraftFields, fieldId } from './draft-fields'
import { DraftSides } from './draft-sides'
import { FailureNotice } from './failure-notice'
import { recipientWords } from './notification-words'
import { Preview } from './preview'

interface EditDialogProps {
  notification: SentNotification
  onClose: () => void
}

/** Edits a notification for all who have it; its recipients stay (rules/notifications#draft). */
export function EditDialog({ notification, onClose }: EditDialogProps) {
  const id = useId()
  const [before] = useState(() => draftFromNotification(notification))
  const [draft, setDraft] = useState<NotificationDraft>(before)
  const [errors, setErrors] = useState<DraftErrors>({})
  const [leaving, setLeaving] = useState(false)
  const dirty = !isSameDraft(draft, before)
  const scheduled = notificationState(notification, serverNow()) === 'scheduled'

  const { mutate, mutation: save } = useUpdate<BaseRecord, RequestError>({
    resource: 'notifications',
    id: notification.id,
    successNotification: toast(NOTIFICATION_ADMIN_TOASTS.edited, 'success'),
    errorNotification: (error) =>
      toast(failureToast(NOTIFICATION_ADMIN_TOASTS.editFailed, toDataError(error)), 'error'),
  })

  const close = useCallback(() => {
    if (save.isPending) return
    if (dirty) setLeaving(true)
    else onClose()
  }, [save.isPending, dirty, onClose])

  const submit = () => {
    if (save.isPending) return
    const found = draftErrors(draft, null, before, serverNow())
    setErrors(found)
    const wrong = DRAFT_FIELDS.find((field) => found[field])
    if (wrong) document.getElementById(fieldId(id, wrong))?.focus()
    else {
      mutate({ values: notificationEdit(notification, draft) }, { onSuccess: onClose })
    }
  }

  return (
    <Modal
      open
      size="editor"
      title="Edit Notification"
      onClose={close}
      actions={
        <>
          <Button disabled={save.isPending} onClick={leaving ? onClose : close}>
            {leaving ? 'Discard Changes' : 'Cancel'}
          </Button>
          <Button
            type="primary"
            htmlType="submit"
            form={id}
            disabled={!dirty}
            loading={save.isPending}
          >
            Save Changes
          </Button>
        </>
      }
    >
      <DraftSides
        id={id}
        busy={save.isPending}
        onSubmit={submit}
        preview={<Preview draft={draft} global={notification.is_global} />}
      >
        {save.error && (
          <FailureNotice
            error={save.error}
            toast={NOTIFICATION_ADMIN_TOASTS.editFailed}
            lost="No answer came. Save it again."
            onRetry={submit}
          />
        )}
        <Subject
          name={`To ${recipientWords(notification)}`}
          more="What you change reaches everybody who has it, live."
        />
        <DraftFields
          id={id}
          draft={draft}
          errors={errors}
          appeared={
            scheduled ? undefined : momentText(notification.publish_at ?? notification.created_at)
          }
          onChange={(values) => {
            setDraft((old) => ({ ...old, ...values }))
            setErrors((old) =>
              Object.fromEntries(Object.entries(old).filter(([field]) => !(field in values))),
            )
            setLeaving(false)
          }}
        />
      </DraftSides>
      <StatusLine>
        {leaving ? 'You have unsaved changes. Save them, or discard them.' : ''}
      </StatusLine>
      <LeaveGuard when={dirty} />
    </Modal>
  )
}
