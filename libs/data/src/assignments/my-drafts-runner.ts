import { draftsRunner } from '../drafts/run-drafts'
import { type MyAssignment, parseSavedDraft } from './my-assignment'
import { draftJson } from './my-draft'
import { workDrafts } from './my-drafts'
import { assignmentKeys } from './my-keys'

/** Shown if another device has saved a later text (rules/assignments#drafts). */
const CHANGED_ELSEWHERE = 'Your work was changed on another device too. Both texts are kept.'

/**
 * Sends the drafts of work of the signed-in person, now and whenever the connection returns (rules/assignments#drafts).
 */
export const runWorkDrafts = draftsRunner({
  lock: 'rookies-work-draft',
  drafts: workDrafts,
  save: (client, body, sent) => client.rpc('save_work_draft', { ...sent, body: draftJson(body) }),
  saved: parseSavedDraft,
  onSaved: (queries, entry, { handed_in, body, ...draft }, messages) => {
    queries.setQueryData<MyAssignment>(assignmentKeys.mine(entry.lessonId), (known) =>
      known && !handed_in ? { ...known, draft: { ...draft, body: body ?? entry.body } } : known,
    )
    if (body !== null) messages.told(CHANGED_ELSEWHERE, 'Your work')
  },
})
