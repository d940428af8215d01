import { courseKeys, type OutlineLesson } from '@rookies/data/course-viewing/outline'
import { queueCompletion } from '@rookies/data/progress/queued-completions'
import { LOGIN_TO_TRACK, ownOutbox } from '@rookies/data/sync/outbox-state'
import { startSync } from '@rookies/data/sync/start-sync'
import { useQueryClient } from '@tanstack/react-query'
import { useData } from '../../shared/data-context'
import { outboxMessages as messages } from '../../shared/outbox-messages'
import { showError } from '../../ui/toast-store'

/**
 * Returns a function that completes a lesson or undoes that. The change is shown at once, queued, and sent when
 * possible (rules/learning#complete). A toast offers to undo a completion.
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
    // An outline that is being read now was requested before this change, so its answer would be outdated.
    void queries.cancelQueries({ queryKey: courseKeys.outline(slug) })
    queueCompletion(outbox, { lessonId: lesson.id, title: lesson.title, slug, done })
    messages.takenBack(lesson.id)
    if (done) messages.completed(lesson, () => change(lesson, false))
    startSync({ client, queries, messages })
  }
}
