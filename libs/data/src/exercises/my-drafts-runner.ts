import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { QueuedDraft } from '../drafts/draft-shelf'
import { draftsRunner } from '../drafts/run-drafts'
import { unwrap } from '../errors'
import type { ExerciseFile } from './exercise-part'
import { codeDrafts } from './my-drafts'
import { type MyExercise, parseSavedCode, type SavedCode } from './my-exercise'
import { exerciseKeys } from './my-keys'

/** Sends the code of the signed-in person, now and whenever the connection returns (rules/exercises#drafts). */
export const runCodeDrafts = draftsRunner<ExerciseFile[], SavedCode>({
  lock: 'rookies-code-draft',
  drafts: codeDrafts,
  save: saveCode,
  onSaved: (queries, entry, answer, messages) => {
    updateDraft(queries, entry, answer)
    if (answer.files !== null) messages.told(OTHER_KEPT, 'Your code')
  },
})

/** Shown if another device wrote later code (rules/exercises#drafts). */
const OTHER_KEPT = 'Your code was changed on another device too. Both versions are kept.'

function updateDraft(
  queries: QueryClient,
  entry: QueuedDraft<ExerciseFile[]>,
  { revision, kept, files }: SavedCode,
): void {
  const updated_at = new Date(entry.at).toISOString()
  queries.setQueryData<MyExercise>(
    exerciseKeys.mine(entry.lessonId),
    (known) =>
      known && { ...known, draft: { files: files ?? entry.body, revision, updated_at, kept } },
  )
}

/**
 * Saves the code of an exercise; repeating the call changes nothing. Throws DataError: `42501` as another person,
 * `PT403` and `PT404` without access, `PT409` while the exercise is in preparation, `PT422` if it is too large.
 */
async function saveCode(
  client: DataClient,
  { id, user, at, lessonId, body, basedOn, dropped }: QueuedDraft<ExerciseFile[]>,
  signal: AbortSignal,
): Promise<SavedCode> {
  return parseSavedCode(
    unwrap(
      await client
        .rpc('save_exercise_draft', {
          lesson_id: lessonId,
          files: body,
          revision: id,
          based_on: basedOn,
          drop_kept: dropped,
          age_sec: Math.max(0, (Date.now() - at) / 1000),
          as_user: user,
        })
        .abortSignal(signal),
    ),
  )
}
