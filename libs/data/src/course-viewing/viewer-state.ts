import { lessonById, lessonsInOrder } from './lesson-order'
import type { CourseOutline, OutlineLesson } from './outline'

/** What the viewer shows for an outline and the lesson that the address names, if any. */
export type ViewerState =
  | { kind: 'no-modules' }
  | { kind: 'no-lessons' }
  /** Go to this lesson, replacing the history entry. */
  | { kind: 'redirect'; lessonId: string }
  /** The course opens nothing for this person. */
  | { kind: 'no-access' }
  /** The address names a lesson that is not in this course. */
  | { kind: 'welcome' }
  | { kind: 'locked'; lesson: OutlineLesson }
  | { kind: 'lesson'; lesson: OutlineLesson }

/**
 * The viewer's rule (rules/learning#outline). Without a lesson in the address: the first lesson
 * for a person who is entitled or previews with access, else the first free preview, else no access.
 */
export function viewerState(outline: CourseOutline, lessonId: string | undefined): ViewerState {
  if (outline.modules.length === 0) return { kind: 'no-modules' }
  const lessons = lessonsInOrder(outline)
  const first = lessons[0]
  if (!first) return { kind: 'no-lessons' }

  if (lessonId === undefined) {
    if (outline.entitled || (outline.can_preview && first.open)) {
      return { kind: 'redirect', lessonId: first.id }
    }
    const free = lessons.find((lesson) => lesson.free && lesson.open)
    return free ? { kind: 'redirect', lessonId: free.id } : { kind: 'no-access' }
  }

  const lesson = lessonById(outline, lessonId)
  if (!lesson) return { kind: 'welcome' }
  return lesson.open ? { kind: 'lesson', lesson } : { kind: 'locked', lesson }
}

/**
 * The course as a person who may update it sees it (rules/learning#outline): with access everything opens,
 * without it the free previews alone do, as for a person without access. Whatever
 * was finished or has ended for the person themselves is left out of the picture.
 */
export function previewedCourse(outline: CourseOutline, withAccess: boolean): CourseOutline {
  return {
    ...outline,
    entitled: withAccess,
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

/** Whether what a person does in this course is recorded: never in preview. */
export function recordsProgress(outline: CourseOutline): boolean {
  return !outline.can_preview
}
