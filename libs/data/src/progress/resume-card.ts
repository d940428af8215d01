import { coursePath, lessonPath } from '../course-viewing/paths'
import type { LibraryCourse } from '../library/library-query'
import type { Queued } from '../outbox/kind'
import { completions } from './overlay'
import { resumePosition } from './watch-state'

/** The course of the resume card, and the lesson if it is known. */
export interface ResumeCardData extends CardAction {
  course: LibraryCourse
  /** The title of the lesson; null if only the course is known. */
  lesson: string | null
  /** The length of the lesson in seconds; 0 if unknown. */
  durationSec: number
  /** The position in the video, in whole seconds; 0 for the beginning and for other lessons. */
  positionSec: number
  /** Whether the lesson is a video, which then plays at once. */
  plays: boolean
}

/**
 * Chooses what the resume card shows (rules/learning#way-in): the unfinished course that was studied last, at the
 * lesson where the person stopped; then a course that was not begun; then, if all are finished, the one studied last.
 * It never chooses a course that waits for an opening. `courses` is the library with the outbox applied
 * (`libraryWith`), `queued` is the outbox. Returns null if no course opens.
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

/** Returns when a course was studied last, in milliseconds; 0 for never. Queued changes count too. */
function studiedAt({ slug, last_activity_at }: LibraryCourse, queued: readonly Queued[]): number {
  const here = queued.filter(({ change }) => change.slug === slug).map(({ at }) => at)
  return Math.max(0, last_activity_at ? Date.parse(last_activity_at) : 0, ...here)
}

/**
 * Returns whether a course has nothing to go on with until the schedule of a cohort opens the next lesson
 * (rules/learning#card-action).
 */
export function waitsForOpening(course: LibraryCourse): boolean {
  const { ended, in_cohort, opens_at, next_lesson_id, completed, total } = course
  return !ended && (in_cohort || opens_at !== null) && next_lesson_id === null && completed < total
}

export interface CardAction {
  label: 'Start' | 'Continue' | 'Review'
  /** A path of the learner portal. */
  path: string
}

/**
 * Returns the label and the path of a course card's button (rules/learning#card-action): Start at the beginning,
 * Continue at the lesson where the person stopped, Review once everything is finished, or everything that is open.
 * Returns null if access has ended, the course has no lessons, or none of them has opened yet; the card itself still
 * links to the course, which says why.
 */
export function cardAction(course: LibraryCourse): CardAction | null {
  const { slug, total, completed, next_lesson_id, resume, last_activity_at } = course
  if (course.ended || total === 0) return null
  if (completed >= total) return { label: 'Review', path: coursePath(slug) }
  // A learner who watched part of a video has begun the course without completing a lesson.
  const begun = completed > 0 || last_activity_at !== null
  if (waitsForOpening(course)) return begun ? { label: 'Review', path: coursePath(slug) } : null
  if (!begun) return { label: 'Start', path: coursePath(slug) }
  const lessonId = resume?.lesson_id ?? next_lesson_id
  return { label: 'Continue', path: lessonId ? lessonPath(slug, lessonId) : coursePath(slug) }
}
