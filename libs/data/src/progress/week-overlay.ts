import type { WorkChange } from '../assignments/queued-rounds'
import type { News } from '../library/my-news'
import type { CohortWeek } from '../library/my-week'
import { ofKind, type Queued } from '../outbox/kind'
import { completions } from './overlay'

/**
 * Applies the queued changes to a week from the server: a lesson that was completed no longer waits, and work that was
 * handed in is no longer due.
 */
export function weekWith(week: CohortWeek, queued: readonly Queued[]): CohortWeek {
  const changed = new Map(completions(queued).map(({ lessonId, done }) => [lessonId, done]))
  const opened = week.opened.filter(({ id }) => !changed.get(id))
  const handedIn = handedInOf(queued)
  const due = week.due.filter(({ id }) => !handedIn.has(id))
  return { ...week, opened, due, done: week.done + week.opened.length - opened.length }
}

/**
 * Leaves out returned work that was handed in on this device since, or that a week lists as due already. `due` are the
 * ids of the assignments in the weeks.
 */
export function newsWith(
  news: readonly News[],
  queued: readonly Queued[],
  due: readonly string[],
): News[] {
  const left = new Set([...due, ...handedInOf(queued)])
  return news.filter(({ kind, id }) => kind !== 'RETURNED' || !left.has(id))
}

/** Returns the ids of the assignments for which work waits to be sent. */
function handedInOf(queued: readonly Queued[]): Set<string> {
  return new Set(ofKind<WorkChange>(queued, 'work').map(({ change }) => change.lessonId))
}
