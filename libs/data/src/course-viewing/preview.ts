import type { CourseOutline } from './outline'

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
