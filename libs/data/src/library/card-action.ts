import { coursePath, lessonPath } from '../course-viewing/paths'
import type { LibraryCourse } from './library-query'

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
