import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { type DataError, unwrap } from '../errors'
import type { Queued } from '../outbox/kind'
import { madeAt } from '../outbox/made-at'
import { isSameFiles } from './exercise-part'
import { type ExerciseRun, parseRun } from './exercise-run'
import { codeDrafts } from './my-drafts'
import type { MyExercise } from './my-exercise'
import { exerciseKeys } from './my-keys'
import { afterRun, type RunChange } from './queued-runs'

/**
 * Hands in a queued run. Repeating the call hands in nothing more (rules/exercises#runs). The server decides the
 * verdict later. Throws DataError: `42501` as another person, `PT403` and `PT404` without access, `PT409` while the
 * exercise is in preparation, `PT422` for code that is too large, `PT429` after 30 runs in an hour.
 */
export async function handInRun(
  client: DataClient,
  { user, at, change }: Queued<RunChange>,
  signal: AbortSignal,
): Promise<ExerciseRun> {
  const { lessonId, operationId, files, claimed } = change
  return parseRun(
    unwrap(
      await client
        .rpc('hand_in_run', {
          lesson_id: lessonId,
          operation_id: operationId,
          files,
          ...(claimed !== null && { claimed }),
          ...madeAt(at),
          as_user: user,
        })
        .abortSignal(signal),
    ),
  )
}

/**
 * Shows an accepted run at once, so that it does not disappear when it leaves the outbox, and reads the exercise again.
 */
export function showRun(queries: QueryClient, change: RunChange, run: ExerciseRun): void {
  const queryKey = exerciseKeys.mine(change.lessonId)
  const cancelled = queries.cancelQueries({ queryKey })
  queries.setQueryData<MyExercise>(queryKey, (known) => known && afterRun(known, run))
  void cancelled.then(() => queries.invalidateQueries({ queryKey }))
}

/** Stores the code of a refused run as a draft with the reason, unless the person has written other code since. */
export function keepRefusedCode(queries: QueryClient, change: RunChange, error: DataError): void {
  const store = codeDrafts.store(queries)
  const { lessonId, files } = change
  const queryKey = exerciseKeys.mine(lessonId)
  const stored = queries.getQueryData<MyExercise>(queryKey)?.draft
  const draft = store?.of(lessonId)?.body ?? stored?.files
  if (store && (!draft || isSameFiles(draft, files))) {
    store.put({ lessonId, body: files, from: stored?.revision ?? null, refused: error.message })
  }
  void queries.invalidateQueries({ queryKey })
}
