import type { CourseOutline } from '../course-viewing/outline'

/** The outline with one lesson marked finished or not; the same object when nothing changes. */
export function markLesson(outline: CourseOutline, lessonId: string, done: boolean): CourseOutline {
  let changed = false
  const modules = outline.modules.map((module) => {
    if (!module.lessons.some((lesson) => lesson.id === lessonId && lesson.done !== done)) {
      return module
    }
    changed = true
    return {
      ...module,
      lessons: module.lessons.map((lesson) =>
        lesson.id === lessonId ? { ...lesson, done } : lesson,
      ),
    }
  })
  return changed ? { ...outline, modules } : outline
}
