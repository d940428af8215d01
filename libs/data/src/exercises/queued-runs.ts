import { type AnyChange, ofKind, type Queued } from '../outbox/kind'
import type { ExerciseFile } from './exercise-part'
import type { ExerciseRun, RunVerdict } from './exercise-run'
import type { MyExercise } from './my-exercise'

/** Code that was handed in for an exercise (rules/exercises#runs). */
export interface RunChange extends AnyChange {
  kind: 'run'
  title: string
  files: ExerciseFile[]
  /** The verdict of this browser, which decides nothing; null if it did not run the tests. */
  claimed: Exclude<RunVerdict, 'PENDING'> | null
  /** The database accepts one run with this id. */
  operationId: string
}

export type QueuedRun = Queued<RunChange>

/** Returns the runs of an exercise that were handed in here and that the server has not acknowledged. */
export function queuedRuns(queued: readonly Queued[], lessonId: string): QueuedRun[] {
  return ofKind<RunChange>(queued, 'run').filter(({ change }) => change.lessonId === lessonId)
}

/** Returns an exercise after a run was accepted. */
export function afterRun(known: MyExercise, run: ExerciseRun): MyExercise {
  return { ...known, runs: [run, ...known.runs.filter(({ id }) => id !== run.id)] }
}
