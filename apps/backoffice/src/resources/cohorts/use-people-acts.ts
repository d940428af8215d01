import { doneText, type PeopleAct, type PeopleChange } from '@rookies/data/cohorts/cohort-members'
import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { newId } from '@rookies/data/device/new-id'
import { memberName } from '@rookies/data/members/member-list'
import { formatPeople } from '@rookies/data/wording'
import { useState } from 'react'
import { useMay } from '../../app/may'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import type { ChosenPerson } from '../../kit/person-select'
import { useConfirmedAct } from '../../kit/use-confirmed-act'

/** An action on people of one cohort, and the people whom it affects. */
export interface PeopleQuestion {
  act: PeopleAct
  people: readonly ChosenPerson[]
  /** Ids of all people whom the action affects; `people` has only those whose names are known. */
  ids: readonly string[]
  /** Stays the same when the answer was lost and the person confirms the action again (rules/data#idempotent). */
  operationId: string
}

/** The action that undoes another one. Pausing has none: resuming adds the days that have passed. */
const UNDO_ACTION = { open: 'close', close: 'open', shift: 'shift' } as const

type Immediate = keyof typeof UNDO_ACTION

/** Returns the actions on people of a cohort: with Undo, after a question, or by days in a dialog. */
export function usePeopleActs(cohortId: string, onDone?: () => void) {
  const toasts = useToasts()
  const [shifting, setShifting] = useState<PeopleQuestion | null>(null)
  const [extending, setExtending] = useState<ChosenPerson | null>(null)
  const mayExtend = useMay('extensions', 'give')
  const [writing, setWriting] = useState<ChosenPerson | null>(null)
  const mayWrite = useMay('cohort_messages', 'create')

  const change = useAct({
    act: ({ change }: { change: PeopleChange; peopleText: string; isUndo: boolean }) => ({
      name: 'cohort_members/change',
      input: change,
    }),
    failed: COHORT_MESSAGES.changeFailed,
    onSuccess: (_, { change: { act, days = 0, people }, peopleText: who, isUndo }) => {
      const back = act in UNDO_ACTION && !isUndo ? UNDO_ACTION[act as Immediate] : null
      const toast = { text: doneText(act, who, days) }
      toasts.succeeded(
        toast,
        back === null ? undefined : () => send(back, people, who, { days: -days, isUndo: true }),
      )
    },
  })
  const send = (
    act: PeopleAct,
    people: readonly string[],
    who: string,
    { days = 0, isUndo = false } = {},
  ) =>
    change.mutate({
      change: { cohortId, people, act, days, operationId: newId() },
      peopleText: who,
      isUndo,
    })

  const confirmed = useConfirmedAct({
    act: ({ act, ids, operationId }: PeopleQuestion) => ({
      name: 'cohort_members/change',
      input: { cohortId, people: ids, act, operationId },
    }),
    failed: COHORT_MESSAGES.changeFailed,
    onSuccess: ({ changed: count }, { act, people, ids }) => {
      const [only] = people
      const who = ids.length === 1 && only ? memberName(only) : formatPeople(count)
      toasts.succeeded({ text: doneText(act, who) })
      onDone?.()
    },
  })

  return {
    /** Changes one person at once; the toast offers Undo. */
    now: (act: Immediate, person: ChosenPerson, days = 0) =>
      send(act, [person.id], memberName(person), { days }),
    /** Asks for confirmation first; a shift also asks for the number of days. */
    ask: (act: PeopleAct, people: readonly ChosenPerson[], ids: readonly string[]) => {
      const question = { act, people, ids, operationId: newId() }
      if (act === 'shift') setShifting(question)
      else confirmed.ask(question)
    },
    confirmed,
    /** Opens the dialog that gives a person more time; null if the reader may not give any. */
    extend: mayExtend ? setExtending : null,
    extending,
    closeExtend: () => setExtending(null),
    /** Opens the dialog that writes to a person; null if the reader may not write. */
    write: mayWrite ? setWriting : null,
    writing,
    closeWrite: () => setWriting(null),
    shifting,
    closeShift: () => setShifting(null),
    onShifted: onDone,
  }
}

export type PeopleActs = ReturnType<typeof usePeopleActs>
