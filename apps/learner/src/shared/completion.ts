import type { DataClient } from '@rookies/data/client'
import { courseKeys } from '@rookies/data/courses/keys'
import type { OutlineLesson } from '@rookies/data/courses/outline'
import { LOGIN_TO_TRACK } from '@rookies/data/progress/messages'
import type { QueryClient } from '@tanstack/react-query'
import { showError } from '../ui/toast-store'
import { takeBackCompletionToast, tellCompletion } from './completion-toast'
import { ownOutbox } from './outbox'
import { wakeOutbox } from './wake-outbox'

/** A lesson of a course, and what is needed to change it. */
interface LessonPlace {
  client: DataClient
  queries: QueryClient
  slug: string
  lesson: OutlineLesson
}

/**
 * Marks a lesson complete or takes that back: shown at once, queued, and sent when it can be
 * (rules/learning#complete). A completion is told with a way to undo it.
 */
export function changeCompletion(place: LessonPlace, done: boolean): void {
  const { client, queries, slug, lesson } = place
  const outbox = ownOutbox(queries)
  if (!outbox) {
    showError(LOGIN_TO_TRACK)
    return
  }
  // An answer on its way was asked before this; what it says of the lesson is over.
  void queries.cancelQueries({ queryKey: courseKeys.outline(slug) })
  outbox.putCompletion({ lessonId: lesson.id, slug, done })
  takeBackCompletionToast(lesson.id)
  if (done) tellCompletion(lesson, () => changeCompletion(place, false))
  wakeOutbox(client, queries)
}
