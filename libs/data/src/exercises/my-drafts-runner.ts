import { draftsRunner } from '../drafts/run-drafts'
import { codeDrafts } from './my-drafts'
import { type MyExercise, parseSavedCode } from './my-exercise'
import { exerciseKeys } from './my-keys'

/** Shown if another device has saved later code (rules/exercises#drafts). */
const CHANGED_ELSEWHERE = 'Your code was changed on another device too. Both versions are kept.'

/**
 * Sends the drafts of code of the signed-in person, now and whenever the connection returns (rules/exercises#drafts).
 * The server refuses code with `PT409` while its exercise is in preparation.
 */
export const runCodeDrafts = draftsRunner({
  lock: 'rookies-code-draft',
  drafts: codeDrafts,
  save: (client, files, sent) => client.rpc('save_exercise_draft', { ...sent, files }),
  saved: parseSavedCode,
  onSaved: (queries, entry, { files, ...draft }, messages) => {
    const updated_at = new Date(entry.at).toISOString()
    queries.setQueryData<MyExercise>(
      exerciseKeys.mine(entry.lessonId),
      (known) => known && { ...known, draft: { ...draft, updated_at, files: files ?? entry.body } },
    )
    if (files !== null) messages.told(CHANGED_ELSEWHERE, 'Your code')
  },
})
