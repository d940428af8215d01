import { draftsRunner } from '../drafts/run-drafts'
import { codeDrafts } from './my-drafts'
import { type MyExercise, parseSavedCode } from './my-exercise'
import { exerciseKeys } from './my-keys'

/** Shown if another device wrote later code (rules/exercises#drafts). */
const OTHER_KEPT = 'Your code was changed on another device too. Both versions are kept.'

/**
 * Sends the code of the signed-in person, now and whenever the connection returns (rules/exercises#drafts). While an
 * exercise is in preparation, its code is refused with `PT409`.
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
    if (files !== null) messages.told(OTHER_KEPT, 'Your code')
  },
})
