import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import {
  inverseChanges,
  movedText,
  type ReleaseChange,
  type Schedule,
  type StoredChange,
  storedChanges,
  withChanges,
} from '@rookies/data/cohorts/schedule'
import { useRef, useState } from 'react'
import { useToasts } from '../../../app/toasts'
import { useAct } from '../../../app/use-act'
import { useRead } from '../../../app/use-read'

/** Changes that are being saved; the number identifies them. */
interface Pending {
  number: number
  changes: readonly ReleaseChange[]
}

interface Saving {
  stored: readonly StoredChange[]
  text: string
  undo: (() => void) | undefined
}

/**
 * Returns the schedule of a cohort, and a function that changes it. A change is shown at once, saved after the
 * changes before it, and can be undone.
 */
export function useSchedule(cohortId: string) {
  const toasts = useToasts()
  const read = useRead('cohorts/schedule', { input: { id: cohortId } })
  const [pending, setPending] = useState<readonly Pending[]>([])
  const latest = useRef(0)
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const { mutateAsync } = useAct({
    act: ({ stored }: Saving) => ({
      name: 'releases/save',
      input: { id: cohortId, changes: stored },
    }),
    failed: COHORT_MESSAGES.scheduleSaveFailed,
    onSuccess: (_, { text, undo }) => toasts.succeeded({ text }, undo),
  })
  const schedule =
    read.data && pending.reduce((shown, { changes }) => withChanges(shown, changes), read.data)

  const save = async (
    from: Schedule,
    changes: readonly ReleaseChange[],
    undo?: readonly ReleaseChange[],
  ) => {
    latest.current += 1
    const number = latest.current
    setPending((all) => [...all, { number, changes }])
    const saving = {
      stored: storedChanges(from, changes),
      text: movedText(changes),
      undo: undo && (() => void save(from, undo)),
    }
    // A later change waits for this one, so that the database stores changes in their order. The mutation shows its
    // error itself.
    before.current = before.current.then(() => mutateAsync(saving)).catch(() => undefined)
    await before.current
    setPending((all) => all.filter((one) => one.number !== number))
  }

  return {
    read,
    /** The schedule with the changes that are not saved yet; undefined while loading. */
    schedule,
    change: (changes: readonly ReleaseChange[]) => {
      if (!schedule || changes.length === 0) return
      void save(schedule, changes, inverseChanges(schedule, changes))
    },
  }
}
