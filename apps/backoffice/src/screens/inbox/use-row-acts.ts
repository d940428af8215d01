import { JOB_MESSAGES } from '@rookies/data/due-work/messages'
import type { InboxRow, RowOf } from '@rookies/data/inbox/inbox'
import { aboutTexts, INBOX_MESSAGES } from '@rookies/data/inbox/inbox-messages'
import { INVITE_MESSAGES } from '@rookies/data/invites/invite-list'
import { mailOutcomeText } from '@rookies/data/invites/send-invite'
import { PURCHASE_MESSAGES } from '@rookies/data/purchases/purchase-list'
import type { Toast } from '@rookies/data/toasts'
import { useRef } from 'react'
import { UNDO_MS } from '../../app/notification-provider'
import { useOneToast, useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useGrantRequestedDays } from '../../people/time-answers'
import { requestOf } from './row-dialog'

interface RowActs {
  /** Hides a row at once. `show` shows the row again if the action failed or is undone. */
  hide: (row: InboxRow) => void
  show: (row: InboxRow) => void
}

/** Returns the actions that handle a row or put it away with one press. */
export function useRowActs({ hide, show }: RowActs) {
  const toasts = useToasts()

  const restore = useAct({
    act: (row: InboxRow) => ({ name: 'inbox/restore', input: row }),
    failed: INBOX_MESSAGES.restoreFailed,
    onSuccess: (_, row) => show(row),
  })
  const oneToast = useOneToast()
  const hiddenRows = useRef<{ row: InboxRow; at: number }[]>([])
  // The toast is named after its row, because a toast replaces an earlier one of the same name together with its
  // Undo. If only one toast fits, its Undo brings back the rows of the replaced toasts too.
  const showUndoToast = (row: InboxRow, { text }: Toast) => {
    const now = Date.now()
    const earlier = oneToast ? hiddenRows.current.filter(({ at }) => now - at < UNDO_MS) : []
    hiddenRows.current = [{ row, at: now }, ...earlier]
    const rows = hiddenRows.current.map((one) => one.row)
    toasts.succeeded({ title: aboutTexts(rows), text }, () => {
      hiddenRows.current = []
      for (const one of rows) restore.mutate(one)
    })
  }
  const finish = useAct({
    act: (row: InboxRow) => ({ name: 'inbox/finish', input: row }),
    failed: INBOX_MESSAGES.doneFailed,
    onSuccess: (_, row) => showUndoToast(row, INBOX_MESSAGES.done),
    onError: (_, row) => show(row),
  })
  const retry = useAct({
    act: ({ subject_id }: InboxRow) => ({ name: 'due_work/retry', input: { id: subject_id } }),
    done: JOB_MESSAGES.retried,
    failed: JOB_MESSAGES.retryFailed,
  })
  const dismiss = useAct({
    act: ({ subject_id }: InboxRow) => ({
      name: 'purchases/dismiss_notice',
      input: { id: subject_id },
    }),
    done: PURCHASE_MESSAGES.dismissed,
    failed: PURCHASE_MESSAGES.dismissFailed,
  })
  const resend = useAct({
    act: ({ subject_id }: InboxRow) => ({ name: 'invites/resend', input: { id: subject_id } }),
    failed: INVITE_MESSAGES.resendFailed,
    onSuccess: ({ invite: { email }, mailing }) => {
      const text = mailOutcomeText(mailing, email)
      // The invite is open in either case, and staff can copy its link in the list of invites.
      if (mailing.state === 'SENT') {
        toasts.succeeded({ title: INVITE_MESSAGES.resent.text, text })
      } else {
        toasts.failed({ title: 'The invite is open again', text })
      }
    },
  })
  const give = useGrantRequestedDays((row: RowOf<'EXTENSION'>) => ({
    ...requestOf(row),
    days: row.facts.days ?? 0,
  }))
  const running = [retry, dismiss, resend, give].find((act) => act.isPending)?.subject

  return {
    finish: (row: InboxRow) => {
      hide(row)
      finish.mutate(row)
    },
    /** Says that a row was done or snoozed, with Undo. */
    sayPutAway: showUndoToast,
    retry: retry.mutate,
    dismiss: dismiss.mutate,
    resend: resend.mutate,
    give: give.mutate,
    /** The row whose action is running. */
    running,
  }
}
