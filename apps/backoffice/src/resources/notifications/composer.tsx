import {
  DRAFT_FIELDS,
  type DraftErrors,
  draftErrors,
  toInstant,
} from '@rookies/data/notifications/admin-draft'
import { NOTIFICATION_ADMIN_TOASTS } from '@rookies/data/notifications/admin-messages'
import { serverNow } from '@rookies/data/server-clock'
import { Button } from 'antd'
import { useCallback, useId, useState } from 'react'
import { LeaveGuard } from '../../ui/leave-guard'
import { Modal } from '../../ui/modal'
import { momentText } from '../../ui/moment-text'
import { StatusLine } from '../../ui/status-line'
import { ConfirmAll } from './confirm-all'
import { DraftFields, fieldId } from './draft-fields'
import { DraftSides } from './draft-sides'
import { FailureNotice } from './failure-notice'
import { Preview } from './preview'
import { RecipientField } from './recipient-field'
import type { Composer as ComposerState } from './use-composer'
import { useSending } from './use-sending'

const NO_ERRORS: DraftErrors = {}

/** The Send Notification dialog (rules/notifications#draft). */
export function Composer({ composer }: { composer: ComposerState }) {
  const { draft, recipients, sendId, open, dirty, leaving, edit, leave, finish } = composer
  const id = useId()
  const [errors, setErrors] = useState(NO_ERRORS)
  const [confirming, setConfirming] = useState(false)
  const keep = useCallback(() => setConfirming(false), [])
  const { send, sending, error, reset } = useSending({
    onSent: () => {
      setConfirming(false)
      setErrors(NO_ERRORS)
      finish()
    },
    onFailed: keep,
  })

  const close = useCallback(() => {
    if (!sending) leave()
  }, [sending, leave])
  const discard = () => {
    setErrors(NO_ERRORS)
    reset()
    finish()
  }
  const clear = (fields: readonly string[]) =>
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))),
    )

  const submit = () => {
    if (sending) return
    const found = draftErrors(draft, recipients, null, serverNow())
    setErrors(found)
    const wrong = DRAFT_FIELDS.find((field) => found[field])
    if (wrong) document.getElementById(fieldId(id, wrong))?.focus()
    else if (recipients.audience === 'global') setConfirming(true)
    else send({ draft, recipients, sendId })
  }

  return (
    <>
      <Modal
        open={open}
        size="editor"
        title="Send Notification"
        onClose={close}
        actions={
          <>
            <Button disabled={sending} onClick={leaving ? discard : close}>
              {leaving ? 'Discard Notification' : 'Cancel'}
            </Button>
            <Button type="primary" htmlType="submit" form={id} loading={sending && !confirming}>
              Send Notification
            </Button>
          </>
        }
      >
        <DraftSides
          id={id}
          busy={sending}
          onSubmit={submit}
          preview={<Preview draft={draft} global={recipients.audience === 'global'} />}
        >
          {error && (
            <FailureNotice
              error={error}
              toast={NOTIFICATION_ADMIN_TOASTS.sendFailed}
              lost="No answer came, so it may have gone out. Send it again: it is sent once only."
              onRetry={submit}
            />
          )}
          {open && (
            <RecipientField
              id={id}
              recipients={recipients}
              error={errors.recipient}
              onChange={(next) => {
                edit({ recipients: next })
                clear(['recipient'])
              }}
            />
          )}
          <DraftFields
            id={id}
            draft={draft}
            errors={errors}
            onChange={(values) => {
              edit({ draft: { ...draft, ...values } })
              clear(Object.keys(values))
            }}
          />
        </DraftSides>
        <StatusLine>
          {leaving
            ? 'This notification has not been sent. Send it, or discard it.'
            : when(draft.publishAt)}
        </StatusLine>
      </Modal>
      {open && confirming && (
        <ConfirmAll
          draft={draft}
          busy={sending}
          onConfirm={() => send({ draft, recipients, sendId })}
          onClose={keep}
        />
      )}
      <LeaveGuard when={dirty} />
    </>
  )
}

function when(publishAt: string): string {
  const moment = toInstant(publishAt)
  return moment ? `It appears ${momentText(moment)}.` : ''
}
