import { courseKeys } from '@rookies/data/course-viewing/keys'
import type { OutlineLesson } from '@rookies/data/course-viewing/outline'
import { LOGIN_TO_TRACK } from '@rookies/data/progress/messages'
import { ownOutbox } from '@rookies/data/progress/outbox/waiting'
import { wakeOutbox } from '@rookies/data/progress/outbox/wake'
import { useQueryClient } from '@tanstack/react-query'
import { useData } from '../../shared/data-context'
import { outboxMessages as messages } from '../../shared/outbox-messages'
import { showError } from '../../ui/toast-store'

/**
 * Out: a function that marks a lesson complete or takes that back: shown at once, queued, and sent when
 * it can be (rules/learning#complete). A completion is told with a way to undo it.
 */
export function useCompletion(slug: string): (lesson: OutlineLesson, done: boolean) => void {
  const client = useData()
  const queries = useQueryClient()
  return function change(lesson, done) {
    const outbox = ownOutbox(queries)
    if (!outbox) {
      showError(LOGIN_TO_TRACK)
      return
    }
    // An answer on its way was asked before this; what it says of the lesson is over.
    void queries.cancelQueries({ queryKey: courseKeys.outline(slug) })
    outbox.putCompletion({ lessonId: lesson.id, title: lesson.title, slug, done })
    messages.takenBack(lesson.id)
    if (done) messages.completed(lesson, () => change(lesson, false))
    wakeOutbox({ client, queries, messages })
  }
}
