import { type CourseOutline, lessonById, lessonsInOrder, type OutlineLesson } from './outline'

/** What the viewer shows for an outline and the lesson in the address, if any. */
export type ViewerState =
  | { kind: 'no-modules' }
  | { kind: 'no-lessons' }
  /** Navigate to this lesson, replacing the history entry. */
  | { kind: 'redirect'; lessonId: string }
  /** The person may open nothing in the course. */
  | { kind: 'no-access' }
  /** The lesson in the address is not in this course. */
  | { kind: 'welcome' }
  | { kind: 'locked'; lesson: OutlineLesson }
  | { kind: 'lesson'; lesson: OutlineLesson }

/**
 * Decides what the viewer shows (rules/learning#outline). If the address names no lesson, people with access, staff of
 * a cohort and previews with access get the first lesson that is open, or else the first of all; others get the first
 * free preview, or else the notice that they have no access.
 */
export function viewerState(outline: CourseOutline, lessonId: string | undefined): ViewerState {
  if (outline.modules.length === 0) return { kind: 'no-modules' }
  const lessons = lessonsInOrder(outline)
  const first = lessons[0]
  if (!first) return { kind: 'no-lessons' }

  if (lessonId === undefined) {
    if (outline.entitled || outline.staff || (outline.can_preview && first.open)) {
      return { kind: 'redirect', lessonId: (lessons.find(({ open }) => open) ?? first).id }
    }
    const free = lessons.find((lesson) => lesson.free && lesson.open)
    return free ? { kind: 'redirect', lessonId: free.id } : { kind: 'no-access' }
  }

  const lesson = lessonById(outline, lessonId)
  if (!lesson) return { kind: 'welcome' }
  return lesson.open ? { kind: 'lesson', lesson } : { kind: 'locked', lesson }
}

/**
 * Returns the course for the preview of a person who may update it (rules/learning#outline): with access everything
 * opens; without access only the free previews do. The person's own progress, duties, and ended access are left out.
 */
export function previewedCourse(outline: CourseOutline, withAccess: boolean): CourseOutline {
  return {
    ...outline,
    entitled: withAccess,
    staff: false,
    ended: false,
    modules: outline.modules.map((module) => ({
      ...module,
      lessons: module.lessons.map((lesson) => ({
        ...lesson,
        done: false,
        watched: 0,
        open: withAccess || lesson.free,
      })),
    })),
  }
}

/**
 * Returns whether progress in this course is recorded: not in a preview, and not for staff of a cohort who were not
 * granted the course (rules/cohorts#staff).
 */
export function recordsProgress({ can_preview, entitled, staff }: CourseOutline): boolean {
  return !can_preview && (entitled || !staff)
}

/**
 * Returns whether a person completes a lesson by hand. A review completes an assignment (rules/assignments#completion), and
 * the server's verdict an exercise (rules/exercises#verdict), unless it is a page (rules/exercises#pages).
 */
export function isCompletedByHand(course: CourseOutline, { type, page }: OutlineLesson): boolean {
  return recordsProgress(course) && (page || (type !== 'ASSIGNMENT' && type !== 'EXERCISE'))
}
