import { COHORT_TOASTS } from '@rookies/data/cohorts/cohort-messages'
import {
  movedText,
  type ReleaseChange,
  type Schedule,
  type StoredChange,
  storedChanges,
  takenBack,
  withChanges,
} from '@rookies/data/cohorts/schedule'
import { useRef, useState } from 'react'
import { useToasts } from '../../../app/toasts'
import { useAct } from '../../../app/use-act'
import { useRead } from '../../../app/use-read'
import { useCohortsChanged } from '../use-cohorts-changed'

/** Changes that are being saved; the number identifies them. */
interface Pending {
  number: number
  changes: readonly ReleaseChange[]
}

/**
 * The schedule of a cohort, and a function that changes it. A change is shown at once, saved after those before it, and
 * can be undone.
 */
export function useSchedule(cohortId: string) {
  const toasts = useToasts()
  const refetch = useCohortsChanged()
  const read = useRead('cohorts/schedule', { input: { id: cohortId } })
  const [pending, setPending] = useState<readonly Pending[]>([])
  const latest = useRef(0)
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const { mutateAsync } = useAct({
    act: (changes: readonly StoredChange[]) => ({
      name: 'releases/save',
      input: { id: cohortId, changes },
    }),
    failed: COHORT_TOASTS.scheduleSaveFailed,
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
    const saving = before.current.then(() => mutateAsync(storedChanges(from, changes)))
    // A later change waits for this one, so that they are stored in the order in which they were made.
    before.current = saving.catch(() => undefined)
    try {
      await saving
      toasts.succeeded({ text: movedText(changes) }, undo && (() => void save(from, undo)))
    } catch {
      // The act has already shown the error.
    }
    await refetch()
    setPending((all) => all.filter((one) => one.number !== number))
  }

  return {
    read,
    /** With the changes that are not saved yet; undefined while loading. */
    schedule,
    change: (changes: readonly ReleaseChange[]) => {
      if (!schedule || changes.length === 0) return
      void save(schedule, changes, takenBack(schedule, changes))
    },
  }
}
