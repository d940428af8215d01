import type { InboxRow, RowOf } from '@rookies/data/inbox/inbox'
import type { ComponentType, ReactElement } from 'react'
import { lazyDialog } from '../../kit/lazy-dialog'
import { DeclineTime, GiveTime, type TimeRequestRow } from '../../people/time-answers'

const SnoozeDialog = lazyDialog(
  () => import('./snooze-dialog'),
  (module) => module.SnoozeDialog,
  { title: 'Snooze', size: 'question' },
)
const HandOverRow = lazyDialog(
  () => import('./hand-over-dialog'),
  (module) => module.HandOverRow,
  { title: 'Hand Over', size: 'form' },
)
const ClearBehind = lazyDialog(
  () => import('../../people/clear-behind'),
  (module) => module.ClearBehind,
  { title: 'Clear With a Note', size: 'question' },
)
const WriteMessage = lazyDialog(
  () => import('../../people/write-message'),
  (module) => module.WriteMessage,
  { title: 'Write a Message', size: 'form' },
)
const AnswerDialog = lazyDialog(
  () => import('./answer-dialog'),
  (module) => module.AnswerDialog,
  { title: 'Answer', size: 'form' },
)

/** The component of the dialog that assigns a purchase to a member. */
export type AssignPurchase = ComponentType<{ row: RowOf<'PURCHASE'>; onClose: () => void }>

/**
 * The row that a dialog is about, and the purpose of the dialog. `act` is the row's main action; `decline` declines a
 * request.
 */
export interface OpenDialog {
  about: 'snooze' | 'hand' | 'write' | 'act' | 'decline'
  row: InboxRow
}

interface RowDialogProps extends OpenDialog {
  Assign: AssignPurchase
  onSnoozed: (row: InboxRow) => void
  /** Called when the row was handed over, or its request answered. */
  onSettled: (row: InboxRow) => void
  /** Called when a question was answered. `onNext` follows when the dialog is no longer needed. */
  onAnswered: (row: InboxRow) => void
  onNext: () => void
  onClose: () => void
}

/** Returns the request for more time that a row stands for. */
export function requestOf({ title, person, since, facts }: RowOf<'EXTENSION'>): TimeRequestRow {
  const { lesson_id, days, note, due } = facts
  return {
    person: { id: person?.id ?? '', name: person?.name ?? '' },
    lesson: { id: lesson_id, title },
    request: { days, note, asked_at: since },
    due,
  }
}

/** Renders the open dialog of the inbox. Rows whose action needs no dialog have none. */
export function RowDialog({
  about,
  row,
  Assign,
  onClose,
  ...on
}: RowDialogProps): ReactElement | null {
  if (about === 'snooze')
    return <SnoozeDialog row={row} onSnoozed={on.onSnoozed} onClose={onClose} />
  if (about === 'hand')
    return <HandOverRow row={row} onHandedOver={on.onSettled} onClose={onClose} />
  if (about === 'write') {
    if (!row.cohort || !row.person) return null
    return <WriteMessage cohort={row.cohort} person={row.person} onClose={onClose} />
  }
  switch (row.kind) {
    case 'EXTENSION': {
      const asked = requestOf(row)
      return about === 'decline' ? (
        <DeclineTime asked={asked} onDeclined={() => on.onSettled(row)} onClose={onClose} />
      ) : (
        <GiveTime extension={asked} answering onGiven={() => on.onSettled(row)} onClose={onClose} />
      )
    }
    case 'PURCHASE':
      return <Assign row={row} onClose={onClose} />
    case 'QUESTION':
      return (
        <AnswerDialog
          key={row.subject_id}
          row={row}
          onAnswered={on.onAnswered}
          onNext={on.onNext}
          onClose={onClose}
        />
      )
    case 'BEHIND': {
      const { title, person, cohort, facts } = row
      if (!cohort) return null
      const behind = { id: person?.id ?? '', name: title, email: facts.email }
      return <ClearBehind row={{ person: behind, cohort, behind: facts }} onClose={onClose} />
    }
    case 'WORK':
    case 'APPEAL':
    case 'QUESTION_REPORT':
    case 'REPORT':
    case 'EVENT':
    case 'MAIL':
    case 'INVITE':
      return null
  }
}
