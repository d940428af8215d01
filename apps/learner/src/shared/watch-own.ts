import { assignmentKeys } from '@rookies/data/assignments/my-keys'
import { myCohortKeys } from '@rookies/data/cohorts/my-cohorts'
import { courseKeys } from '@rookies/data/course-viewing/outline'
import { forgetDraftEchoes, takeDraftEcho } from '@rookies/data/drafts/saving'
import { dataProject } from '@rookies/data/env'
import { exerciseKeys } from '@rookies/data/exercises/my-keys'
import { libraryKeys } from '@rookies/data/library/library-query'
import { type OwnChanges, type OwnResource, watchOwnChanges } from '@rookies/data/live/own-changes'
import { questionKeys } from '@rookies/data/questions/question-queries'

/** The queries that are read again when something changes for the person alone. */
const KEYS = {
  submission: [assignmentKeys.all],
  // A verdict is asked for by the page that waits for it.
  exercise: [[...exerciseKeys.all, 'mine']],
  draft: [[...exerciseKeys.all, 'mine'], assignmentKeys.all],
  question: [questionKeys.all],
  dates: [assignmentKeys.all, courseKeys.all, libraryKeys.all, myCohortKeys.all],
} as const

/** A page that saves a draft gets a signal about it, too, which tells it nothing new. */
const echoes = {
  take: (resource: string) => resource === 'draft' && takeDraftEcho(),
  forget: forgetDraftEchoes,
}

/** Reads again what changes for the person alone. Returns a function that stops it. */
export function watchOwn(
  of: Omit<OwnChanges, 'project' | 'echoes'>,
  resource: OwnResource,
): () => void {
  const project = dataProject(import.meta.env, location.origin)
  return watchOwnChanges({ ...of, project, echoes }, resource, KEYS[resource])
}
