import type { WorkChange } from '../assignments/queued-rounds'
import type { News } from '../library/my-news'
import type { CohortWeek } from '../library/my-week'
import { ofKind, type Queued } from '../outbox/kind'
import { completions } from './overlay'

/**
 * Applies queued changes to a week from the server: completed lessons are no longer listed as to do, and work that was
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
 * Removes returned work that was handed in again on this device, or that a week already lists as due. `due` contains
 * the ids of the due assignments in the weeks.
 */
export function newsWith(
  news: readonly News[],
  queued: readonly Queued[],
  due: readonly string[],
): News[] {
  const left = new Set([...due, ...handedInOf(queued)])
  return news.filter(({ kind, id }) => kind !== 'RETURNED' || !left.has(id))
}

/** Returns the ids of the assignments with work in the outbox. */
function handedInOf(queued: readonly Queued[]): Set<string> {
  return new Set(ofKind<WorkChange>(queued, 'work').map(({ change }) => change.lessonId))
}
