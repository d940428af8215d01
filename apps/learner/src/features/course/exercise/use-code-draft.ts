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
  /** Whether the code is stored. Otherwise it is lost when the page is left. */
  keeps: boolean
}

export interface CodeDraftUse extends DraftUse<readonly ExerciseFile[]> {
  files: readonly ExerciseFile[]
  /** Code that the person wrote on other devices at the same time. */
  kept: readonly KeptCode[]
  change: (path: string, text: string) => void
  replace: (files: readonly ExerciseFile[]) => void
  /**
   * Call this when the person hands in. Returns a function that hands the code in once the browser has run the tests.
   * `queued` is the number of queued runs at the last render.
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
  /** The current code, which can be newer than at the last render. */
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
          // If the server refuses the same code again, the person sees the message again.
          if (local?.refused != null) put(local.body)
        })
    },
  }
}
