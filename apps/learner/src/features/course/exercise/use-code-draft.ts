import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import { codeDrafts } from '@rookies/data/exercises/my-drafts'
import type { KeptCode, MyExercise, ShownExercise } from '@rookies/data/exercises/my-exercise'
import { codeWith } from '@rookies/data/exercises/practice'
import type { RunChange } from '@rookies/data/exercises/queued-runs'
import { queuedRuns } from '@rookies/data/exercises/queued-runs'
import { useState } from 'react'
import { type DraftUse, type OfLesson, useDraft } from '../hand-in/use-draft'
import { useSentDraft } from './use-sent-draft'

interface OfExercise extends OfLesson {
  shown: ShownExercise
  /** Whether code is kept; otherwise it lasts as long as the page. */
  keeps: boolean
}

export interface CodeDraftUse extends DraftUse<readonly ExerciseFile[]> {
  files: readonly ExerciseFile[]
  /** The code of other devices that was written at the same time. */
  kept: readonly KeptCode[]
  change: (path: string, text: string) => void
  replace: (files: readonly ExerciseFile[]) => void
  /**
   * Begins to hand code in, and returns what hands it in once the browser has run the tests. `queued` is the number of
   * queued runs at the last render.
   */
  handIn: (
    files: readonly ExerciseFile[],
    queued: number,
  ) => (claimed: RunChange['claimed']) => void
}

/** Returns a person's code for an exercise and the functions that change it or hand it in (rules/exercises#drafts). */
export function useCodeDraft(
  { draft: onServer }: MyExercise,
  { shown, keeps, ...place }: OfExercise,
): CodeDraftUse {
  const own = useDraft(codeDrafts, place)
  const [tried, setTried] = useState<readonly ExerciseFile[] | null>(null)
  const local = keeps ? own.local : undefined
  const sent = useSentDraft(place.lesson.id, local, onServer)
  const begun = keeps ? ((local ?? sent)?.body ?? onServer?.files) : tried
  const files = codeWith(shown.files, begun ?? [])
  const from = sent?.id ?? onServer?.revision ?? null

  const put = (next: readonly ExerciseFile[], drop?: string) => {
    if (keeps) own.put([...next], from, drop)
    else setTried(next)
  }
  /** The code as it is now, which can be later than the last render. */
  const latest = () => {
    const body = keeps ? own.latest()?.body : undefined
    return body ? codeWith(shown.files, body) : files
  }
  return {
    files,
    kept: (onServer?.kept ?? []).filter(({ revision }) => !local?.dropped.includes(revision)),
    begun: local !== undefined || sent !== undefined || onServer !== null,
    unsent: local !== undefined,
    stored: own.stored,
    refused: local?.refused ?? null,
    change: (path, text) =>
      put(latest().map((file) => (file.path === path ? { path, text } : file))),
    replace: (next) => put(next),
    take: (revision, next) => put(next, revision),
    drop: (revision) => put(latest(), revision),
    handIn: (handed, queued) => {
      const queue = own.handIn(queuedRuns, queued)
      return (claimed) =>
        queue({ kind: 'run', files: [...handed], claimed }, () => {
          // What was said about this code is said again if it is refused again.
          if (local?.refused != null) put(local.body)
        })
    },
  }
}
