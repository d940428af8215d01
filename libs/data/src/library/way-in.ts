import { coursePath, lessonPath } from '../course-viewing/paths'
import type { Queued } from '../progress/outbox/outbox'
import { completions } from '../progress/outbox/overlay'
import { resumePosition } from '../progress/watch-state'
import type { LibraryCourse } from './library-query'

/** Where a visit goes on: one course, and as much as is known of the lesson in it. */
export interface WayIn extends CardAction {
  course: LibraryCourse
  /** Title of the lesson; null where only the course is known. */
  lesson: string | null
  /** Length of the lesson in seconds; 0 when it is not known. */
  durationSec: number
  /** Where its video goes on, in whole seconds; 0 for the beginning, and for what is no video. */
  positionSec: number
  /** It is a video: going on means playing. */
  plays: boolean
}

/**
 * Where a person goes on (rules/learning#way-in): the course studied last that is not finished, at the lesson where
 * they stopped; then one not begun; then, with all finished, the one studied last. In: the library as the person left
 * it (`libraryWith`), and what waits to be sent. Out: null when nothing opens.
 */
export function wayIn(courses: readonly LibraryCourse[], waiting: readonly Queued[]): WayIn | null {
  const [first] = courses
    .flatMap((course) => {
      const action = cardAction(course)
      const at = studiedAt(course, waiting)
      return action ? [{ course, action, at, again: action.label === 'Review' }] : []
    })
    .toSorted((a, b) => Number(a.again) - Number(b.again) || b.at - a.at)
  if (!first) return null
  const { course, action, again } = first
  const { resume } = course
  if (resume && !again) {
    const { lesson_id, title, type, duration_sec, position_sec } = resume
    const plays = type === 'VIDEO'
    const watch = { positionSec: position_sec ?? 0, durationSec: duration_sec || null, watched: [] }
    return {
      course,
      label: action.label,
      path: lessonPath(course.slug, lesson_id),
      lesson: title,
      durationSec: duration_sec,
      positionSec: plays ? resumePosition(watch, 0) : 0,
      plays,
    }
  }
  const done = completions(waiting).some(
    ({ lessonId, done }) => done && lessonId === course.next_lesson_id,
  )
  const path = done ? coursePath(course.slug) : action.path
  return { course, ...action, path, lesson: null, durationSec: 0, positionSec: 0, plays: false }
}

/** When a course was studied last, in milliseconds; 0 for never. What waits was studied here. */
function studiedAt({ slug, last_activity_at }: LibraryCourse, waiting: readonly Queued[]): number {
  const here = waiting.filter(({ change }) => change.slug === slug).map(({ at }) => at)
  return Math.max(0, last_activity_at ? Date.parse(last_activity_at) : 0, ...here)
}

export interface CardAction {
  label: 'Start' | 'Continue' | 'Review'
  /** A path of the learner portal. */
  path: string
}

/**
 * What a card's button says and where it leads (rules/learning#card-action): Start at the beginning, Continue at
 * the lesson where the person stopped, Review once everything is finished. Null when access has ended or
 * there is nothing to open yet: the card itself still links to the course, which says why.
 */
export function cardAction(course: LibraryCourse): CardAction | null {
  const { slug, total, completed, next_lesson_id, resume, last_activity_at } = course
  if (course.ended || total === 0) return null
  if (completed >= total) return { label: 'Review', path: coursePath(slug) }
  // Who has watched a part has begun, whatever is completed.
  const begun = completed > 0 || last_activity_at !== null
  if (!begun) return { label: 'Start', path: coursePath(slug) }
  const lessonId = resume?.lesson_id ?? next_lesson_id
  return { label: 'Continue', path: lessonId ? lessonPath(slug, lessonId) : coursePath(slug) }
}
