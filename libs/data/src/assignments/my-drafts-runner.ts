import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { QueuedDraft } from '../drafts/draft-shelf'
import { draftsRunner } from '../drafts/run-drafts'
import { unwrap } from '../errors'
import { type MyAssignment, parseSavedDraft, type SavedDraft } from './my-assignment'
import { draftJson, type WorkDraft } from './my-draft'
import { workDrafts } from './my-drafts'
import { assignmentKeys } from './my-keys'

/** Sends the drafts of the signed-in person, now and whenever the connection returns (rules/assignments#drafts). */
export const runWorkDrafts = draftsRunner<WorkDraft, SavedDraft>({
  lock: 'rookies-work-draft',
  drafts: workDrafts,
  save: saveWorkDraft,
  onSaved: (queries, entry, answer, messages) => {
    updateDraft(queries, entry, answer)
    if (answer.body !== null) messages.told(OTHER_KEPT, 'Your work')
  },
})

/** Shown if another device wrote a later text (rules/assignments#drafts). */
const OTHER_KEPT = 'Your work was changed on another device too. Both texts are kept.'

function updateDraft(
  queries: QueryClient,
  entry: QueuedDraft<WorkDraft>,
  answer: SavedDraft,
): void {
  queries.setQueryData<MyAssignment>(assignmentKeys.mine(entry.lessonId), (known) => {
    if (!known || answer.handed_in) return known
    const { revision, kept, body } = answer
    return { ...known, draft: { body: body ?? entry.body, revision, kept } }
  })
}

/**
 * Saves a draft; repeating the call changes nothing. Throws DataError: `42501` as another person, `PT403` and `PT404`
 * without access, `PT422` if it is too large.
 */
async function saveWorkDraft(
  client: DataClient,
  { id, user, at, lessonId, body, basedOn, dropped }: QueuedDraft<WorkDraft>,
  signal: AbortSignal,
): Promise<SavedDraft> {
  return parseSavedDraft(
    unwrap(
      await client
        .rpc('save_work_draft', {
          lesson_id: lessonId,
          body: draftJson(body),
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
