import type { CourseOutline } from '../../course-viewing/outline'
import type { LibraryCourse } from '../../library/library-query'
import { markLesson } from '../mark-lesson'
import type { CompletionChange, Queued } from './change'

/** In: an outline as the server answered it, and what waits. Out: the outline as the person left it. */
export function outlineWith(outline: CourseOutline, waiting: readonly Queued[]): CourseOutline {
  return completions(waiting).reduce(
    (marked, { lessonId, done }) => markLesson(marked, lessonId, done),
    outline,
  )
}

/** The same for the library: the counts of its courses, which the server does not know of yet. */
export function libraryWith(
  courses: readonly LibraryCourse[],
  waiting: readonly Queued[],
): LibraryCourse[] {
  const changes = completions(waiting)
  return courses.map((course) => {
    const gained = changes
      .filter(({ slug }) => slug === course.slug)
      .reduce((sum, { done, was }) => sum + Number(done) - Number(was), 0)
    if (gained === 0) return course
    return {
      ...course,
      completed: Math.min(course.total, Math.max(0, course.completed + gained)),
    }
  })
}

/** The completions among what waits, one a lesson. */
export function completions(waiting: readonly Queued[]): CompletionChange[] {
  return waiting.flatMap(({ change }) => (change.kind === 'completion' ? [change] : []))
}
