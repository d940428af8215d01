import { isTransient } from '@rookies/data/errors'
import {
  draftErrors,
  draftFromNotification,
  EMPTY_DRAFT,
  type NotificationDraft,
  type Recipients,
  toInstant,
} from '@rookies/data/notifications/admin-draft'
import {
  NOTIFICATION_ADMIN_MESSAGES,
  type SentNotification,
} from '@rookies/data/notifications/notification-list'
import type { NotificationToSend } from '@rookies/data/notifications/send-notification'
import type { RequestError } from '@rookies/data/refine/request-error'
import { serverNow } from '@rookies/data/server-clock'
import { momentText } from '@rookies/data/time/moment-text'
import { formatPeople } from '@rookies/data/wording'
import { useEffect, useState } from 'react'
import { useReadAgainOf } from '../../app/use-read-again'
import { FormDialog } from '../../kit/form-dialog'
import { type Explained, useChanged } from '../../kit/form-fields'
import { Question } from '../../kit/question'
import { useRecordForm } from '../../kit/saved-form'
import { Subject } from '../../ui/subject'
import { DraftFields } from './draft-fields'
import { Preview } from './preview'
import { RecipientField } from './recipient-field'
import { useAudience } from './use-audience'

type Values = NotificationDraft & Recipients

const toEverybody = (draft: NotificationDraft): Values => ({
  ...draft,
  audience: 'global',
  person: null,
})

interface CreateNotificationProps {
  open: boolean
  /** A notification to be sent again, whose text fills the form; null for an empty form. */
  like: { notification: SentNotification } | null
  onClose: () => void
}

/**
 * The Send Notification dialog (rules/notifications#draft). It keeps the text until the person sends or discards it,
 * even if Back closes the dialog.
 */
export function CreateNotification({ open, like, onClose }: CreateNotificationProps) {
  const changed = useReadAgainOf('notifications')
  const [began, setBegan] = useState(() => toEverybody(EMPTY_DRAFT))
  /** The values that will be sent when the person confirms the question; null without a question. */
  const [toConfirm, setToConfirm] = useState<Values | null>(null)
  const finish = () => {
    setToConfirm(null)
    setBegan(toEverybody(EMPTY_DRAFT))
    onClose()
  }
  const saved = useRecordForm({
    resource: 'notifications',
    sent: ({ audience, person, ...draft }: Values): NotificationToSend => ({
      draft,
      recipients: { audience, person },
    }),
    done: (_, { audience }) =>
      audience === 'global'
        ? NOTIFICATION_ADMIN_MESSAGES.sentToAll
        : NOTIFICATION_ADMIN_MESSAGES.sentToOne,
    failed: ({ audience }) =>
      audience === 'global'
        ? NOTIFICATION_ADMIN_MESSAGES.sendToAllFailed
        : NOTIFICATION_ADMIN_MESSAGES.sendFailed,
    onSaved: changed,
    onFailed: () => {
      setToConfirm(null)
      // If only the answer was lost, the notification was sent, so the list is read again.
      return changed()
    },
    leave: finish,
  })
  const { form } = saved
  const { changed: dirty, values } = useChanged(saved, began)
  const draft = { ...began, ...values }

  const [handled, setHandled] = useState<typeof like>(null)
  if (handled !== like) {
    setHandled(like)
    if (like && !dirty) {
      // A copy of a scheduled notification has no time of its own, so that it is sent at once.
      setBegan(
        toEverybody({ ...draftFromNotification(like.notification), publishAt: '', expiresAt: '' }),
      )
    }
  }
  useEffect(() => form.setFieldsValue(began), [form, began])

  return (
    <>
      <FormDialog
        open={open}
        size="editor"
        title="Send Notification"
        saved={saved}
        initial={began}
        locked={saved.saving}
        submit="Send Notification"
        unsaved={UNSAVED}
        replacement={like}
        explain={explain}
        note={when(draft.publishAt)}
        beside={<Preview draft={draft} global={draft.audience === 'global'} />}
        onSubmit={setToConfirm}
        onClose={onClose}
        onDiscard={finish}
      >
        <RecipientField problemsOf={problemsOf} audience={draft.audience} />
        <DraftFields problemsOf={problemsOf} />
      </FormDialog>
      {open && toConfirm && (
        <SendQuestion
          draft={toConfirm}
          busy={saved.saving}
          onConfirm={() => saved.save(toConfirm)}
          onClose={() => setToConfirm(null)}
        />
      )}
    </>
  )
}

const UNSAVED = {
  discard: 'Discard Notification',
  sentence: 'This notification has not been sent. Send it, or discard it.',
}

function problemsOf({ audience, person, ...draft }: Values) {
  const { recipient, ...problems } = draftErrors(draft, { audience, person }, null, serverNow())
  return { ...problems, person: recipient }
}

function explain(error: RequestError): Explained | undefined {
  if (isTransient(error)) {
    return {
      title: "We don't know whether it was sent",
      text: "The server didn't answer, so the notification may have been sent. Send it again: it is only sent once.",
    }
  }
  if (error.hint !== 'SENT_ALREADY') return undefined
  return { text: `${error.message} You can find it in the list and edit it.` }
}

function when(publishAt: string): string {
  const moment = toInstant(publishAt)
  return moment ? `It appears ${momentText(moment)}.` : ''
}

interface SendQuestionProps {
  draft: Values
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before people are notified, and says who they are (rules/notifications#draft). */
function SendQuestion({ draft, ...answers }: SendQuestionProps) {
  const count = useAudience()
  const everybody = count === undefined ? 'Everyone who has an account' : formatPeople(count)
  const publishAt = toInstant(draft.publishAt)
  const { audience, person } = draft
  const texts =
    audience === 'specific' && person
      ? {
          title: `Send to ${person.name || person.email}?`,
          confirm: 'Send to 1 Person',
          sentence: `${person.email} will see this.`,
        }
      : {
          title: 'Send to all members?',
          confirm: count === undefined ? 'Send to All Members' : `Send to ${titleText(count)}`,
          sentence: `${everybody} will see this.`,
        }
  return (
    <Question
      {...answers}
      title={texts.title}
      subject={
        <Subject
          name={draft.title.trim()}
          more={publishAt ? `Appears ${momentText(publishAt)}` : 'Appears at once'}
        />
      }
      cancel="Back"
      confirm={texts.confirm}
    >
      <p>
        {`${texts.sentence} You can edit or delete it afterwards; some people may have read it by then.`}
      </p>
    </Question>
  )
}

const titleText = (count: number) => formatPeople(count).replace('p', 'P')
