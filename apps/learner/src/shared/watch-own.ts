import { assignmentKeys } from '@rookies/data/assignments/my-keys'
import { myCohortKeys } from '@rookies/data/cohorts/my-cohorts'
import { courseKeys } from '@rookies/data/course-viewing/outline'
import { forgetDraftEchoes, takeDraftEcho } from '@rookies/data/drafts/saving'
import { dataProject } from '@rookies/data/env'
import { exerciseKeys } from '@rookies/data/exercises/my-keys'
import { libraryKeys } from '@rookies/data/library/library-query'
import { type OwnChanges, type OwnResource, watchOwnChanges } from '@rookies/data/live/own-changes'
import { questionKeys } from '@rookies/data/questions/question-queries'

/** The queries to read again after a live change of the person's own data, by resource. */
const KEYS = {
  submission: [assignmentKeys.all],
  // The verdict of a run is not in this list, because the page that waits for it requests it itself.
  exercise: [[...exerciseKeys.all, 'mine']],
  draft: [[...exerciseKeys.all, 'mine'], assignmentKeys.all],
  question: [questionKeys.all],
  dates: [assignmentKeys.all, courseKeys.all, libraryKeys.all, myCohortKeys.all],
} as const

/** A page also receives a live change for each draft that it saves itself. Such a change needs no request. */
const ownDraftEchoes = {
  take: (resource: string) => resource === 'draft' && takeDraftEcho(),
  forget: forgetDraftEchoes,
}

/** Receives live changes of the person's own data, and reads that data again. Returns a function that stops this. */
export function watchOwn(
  of: Omit<OwnChanges, 'project' | 'echoes'>,
  resource: OwnResource,
): () => void {
  const project = dataProject(import.meta.env, location.origin)
  return watchOwnChanges({ ...of, project, echoes: ownDraftEchoes }, resource, KEYS[resource])
}
