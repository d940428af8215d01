import { coursePath, lessonPath } from '../course-viewing/paths'
import type { LibraryCourse } from './library-query'

export interface CardAction {
  label: 'Start' | 'Continue' | 'Review'
  /** A path of the learner portal. */
  path: string
}

/**
 * What a card's button says and where it leads (rules/learning#card-action): Start at the beginning, Continue at
 * the next unfinished lesson, Review once everything is finished. Null when access has ended or
 * there is nothing to open yet: the card itself still links to the course, which says why.
 */
export function cardAction(course: LibraryCourse): CardAction | null {
  if (course.ended || course.total === 0) return null
  if (course.completed >= course.total) return { label: 'Review', path: coursePath(course.slug) }
  if (course.completed === 0) return { label: 'Start', path: coursePath(course.slug) }
  return {
    label: 'Continue',
    path: course.next_lesson_id
      ? lessonPath(course.slug, course.next_lesson_id)
      : coursePath(course.slug),
  }
}
