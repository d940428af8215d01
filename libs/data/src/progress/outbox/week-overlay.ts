import type { CohortWeek } from '../../library/my-week'
import type { Queued } from './outbox'
import { completions } from './overlay'

/**
 * Applies the queued changes to a week from the server: a lesson that was completed no longer waits, and work that was
 * handed in is no longer due.
 */
export function weekWith(week: CohortWeek, queued: readonly Queued[]): CohortWeek {
  const changed = new Map(completions(queued).map(({ lessonId, done }) => [lessonId, done]))
  const opened = week.opened.filter(({ id }) => !changed.get(id))
  const handedIn = new Set(
    queued.flatMap(({ change }) => (change.kind === 'work' ? change.lessonId : [])),
  )
  const due = week.due.filter(({ id }) => !handedIn.has(id))
  return { ...week, opened, due, done: week.done + week.opened.length - opened.length }
}
