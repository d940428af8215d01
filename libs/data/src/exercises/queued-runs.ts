import { type AnyChange, ofKind, type Queued } from '../outbox/kind'
import type { ExerciseFile } from './exercise-part'
import type { ExerciseRun, RunVerdict } from './exercise-run'
import type { MyExercise } from './my-exercise'

/** A run in the outbox: code that was handed in for an exercise (rules/exercises#runs). */
export interface RunChange extends AnyChange {
  kind: 'run'
  title: string
  files: ExerciseFile[]
  /** The verdict of this browser, for display only; null if it did not run the tests. */
  claimed: Exclude<RunVerdict, 'PENDING'> | null
  /** The operation id. The database accepts only one run with it. */
  operationId: string
}

export type QueuedRun = Queued<RunChange>

/** Returns the runs of an exercise that are still in the outbox. */
export function queuedRuns(queued: readonly Queued[], lessonId: string): QueuedRun[] {
  return ofKind<RunChange>(queued, 'run').filter(({ change }) => change.lessonId === lessonId)
}

/** Returns the exercise with an accepted run added. */
export function afterRun(known: MyExercise, run: ExerciseRun): MyExercise {
  return { ...known, runs: [run, ...known.runs.filter(({ id }) => id !== run.id)] }
}
