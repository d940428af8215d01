import { coursePath, lessonPath } from '../course-viewing/paths'
import type { LibraryCourse } from '../library/library-query'
import type { Queued } from '../outbox/kind'
import { completions } from './overlay'
import { resumePosition } from './watch-state'

/** The content of the resume card: the course, and the lesson if it is known. */
export interface ResumeCardData extends CardAction {
  course: LibraryCourse
  /** The title of the lesson; null if only the course is known. */
  lesson: string | null
  /** The length of the lesson in seconds; 0 if unknown. */
  durationSec: number
  /** The position in the video, in whole seconds; 0 for its beginning and for other lessons. */
  positionSec: number
  /** Whether the lesson is a video, which then plays at once. */
  plays: boolean
}

/**
 * Chooses the content of the resume card (rules/learning#way-in): first the unfinished course that was studied most
 * recently, at the lesson where the person stopped; then a course that was not begun; then, if all are finished, the
 * one that was studied most recently. A course that waits for an opening is never chosen. `courses` is the library with
 * the outbox applied (`libraryWith`), `queued` is the outbox. Returns null if the person cannot open any course.
 */
export function resumeCardData(
  courses: readonly LibraryCourse[],
  queued: readonly Queued[],
): ResumeCardData | null {
  const [first] = courses
    .flatMap((course) => {
      const action = waitsForOpening(course) ? null : cardAction(course)
      const at = studiedAt(course, queued)
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
  const done = completions(queued).some(
    ({ lessonId, done }) => done && lessonId === course.next_lesson_id,
  )
  const path = done ? coursePath(course.slug) : action.path
  return { course, ...action, path, lesson: null, durationSec: 0, positionSec: 0, plays: false }
}

/** Returns when a course was last studied, in milliseconds; 0 for never. Queued changes count too. */
function studiedAt({ slug, last_activity_at }: LibraryCourse, queued: readonly Queued[]): number {
  const here = queued.filter(({ change }) => change.slug === slug).map(({ at }) => at)
  return Math.max(0, last_activity_at ? Date.parse(last_activity_at) : 0, ...here)
}

/**
 * Returns whether a course has no lesson to continue with until the schedule of a cohort opens the next one
 * (rules/learning#card-action).
 */
export function waitsForOpening(course: LibraryCourse): boolean {
  const { ended, in_cohort, opens_at, next_lesson_id, completed, total } = course
  return !ended && (in_cohort || opens_at !== null) && next_lesson_id === null && completed < total
}

export interface CardAction {
  label: 'Start' | 'Continue' | 'Review'
  /** A path in the learner portal. */
  path: string
}

/**
 * Returns the label and the path of the button on a course card (rules/learning#card-action): Start before the first
 * lesson, Continue at the lesson where the person stopped, Review if everything that is open is completed. Returns null
 * if access has ended, the course has no lessons, or none of them has opened yet; the card still links to the course,
 * which shows the reason.
 */
export function cardAction(course: LibraryCourse): CardAction | null {
  const { slug, total, completed, next_lesson_id, resume, last_activity_at } = course
  if (course.ended || total === 0) return null
  if (completed >= total) return { label: 'Review', path: coursePath(slug) }
  // A learner who has watched part of a video has begun the course, even without a completed lesson.
  const begun = completed > 0 || last_activity_at !== null
  if (waitsForOpening(course)) return begun ? { label: 'Review', path: coursePath(slug) } : null
  if (!begun) return { label: 'Start', path: coursePath(slug) }
  const lessonId = resume?.lesson_id ?? next_lesson_id
  return { label: 'Continue', path: lessonId ? lessonPath(slug, lessonId) : coursePath(slug) }
}
