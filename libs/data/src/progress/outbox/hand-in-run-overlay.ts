import type { ExerciseRun } from '../../exercises/exercise-run'
import type { MyExercise } from '../../exercises/my-exercise'
import type { Queued, RunChange } from './outbox'

/** Returns the runs of an exercise that were handed in here and that the server has not acknowledged. */
export function queuedRuns(queued: readonly Queued[], lessonId: string): Queued<RunChange>[] {
  return queued.flatMap(({ change, ...entry }) =>
    change.kind === 'run' && change.lessonId === lessonId ? { ...entry, change } : [],
  )
}

/** Returns an exercise after a run was accepted. */
export function afterRun(known: MyExercise, run: ExerciseRun): MyExercise {
  return { ...known, runs: [run, ...known.runs.filter(({ id }) => id !== run.id)] }
}
