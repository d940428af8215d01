import { type CourseOutline, lessonById, lessonsInOrder, type OutlineLesson } from './outline'

/** The state of the viewer for an outline and the lesson in the address, if there is one. */
export type ViewerState =
  | { kind: 'no-modules' }
  | { kind: 'no-lessons' }
  /** The viewer navigates to this lesson and replaces the history entry. */
  | { kind: 'redirect'; lessonId: string }
  /** The person may not open any lesson of the course. */
  | { kind: 'no-access' }
  /** The lesson in the address does not belong to this course. */
  | { kind: 'welcome' }
  | { kind: 'locked'; lesson: OutlineLesson }
  | { kind: 'lesson'; lesson: OutlineLesson }

/**
 * Returns the state of the viewer (rules/learning#outline). If the address contains no lesson, people with access,
 * staff of a cohort, and previews with access are redirected to the first open lesson, or to the first of all if none
 * is open. Others are redirected to the first free preview, or see that they have no access.
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
 * Returns the outline for the preview of a person who may edit the course (rules/learning#outline): with access, all
 * lessons open; without access, only the free previews. The person's own progress, role in a cohort, and ended access
 * are left out.
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
 * Returns whether the person's progress in this course is stored. It is not stored in a preview, nor for staff of a
 * cohort without their own access to the course (rules/cohorts#staff).
 */
export function recordsProgress({ can_preview, entitled, staff }: CourseOutline): boolean {
  return !can_preview && (entitled || !staff)
}

/**
 * Returns whether a person can complete a lesson with a button. Assignments are completed by a review
 * (rules/assignments#completion), and exercises by the server's verdict (rules/exercises#verdict), except pages
 * (rules/exercises#pages).
 */
export function isCompletedByHand(course: CourseOutline, { type, page }: OutlineLesson): boolean {
  return recordsProgress(course) && (page || (type !== 'ASSIGNMENT' && type !== 'EXERCISE'))
}
