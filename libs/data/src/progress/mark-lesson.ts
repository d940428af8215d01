import type { CourseOutline, OutlineLesson } from '../course-viewing/outline'

/** The outline with one lesson marked finished or not; the same object when nothing changes. */
export function markLesson(outline: CourseOutline, lessonId: string, done: boolean): CourseOutline {
  return withLesson(outline, lessonId, 'done', done)
}

/** The outline with what was watched of one video, in whole percent; the same object when nothing changes. */
export function markWatched(
  outline: CourseOutline,
  lessonId: string,
  percent: number,
): CourseOutline {
  return withLesson(outline, lessonId, 'watched', percent)
}

function withLesson<K extends 'done' | 'watched'>(
  outline: CourseOutline,
  lessonId: string,
  key: K,
  value: OutlineLesson[K],
): CourseOutline {
  let changed = false
  const modules = outline.modules.map((module) => {
    if (!module.lessons.some((lesson) => lesson.id === lessonId && lesson[key] !== value)) {
      return module
    }
    changed = true
    return {
      ...module,
      lessons: module.lessons.map((lesson) =>
        lesson.id === lessonId ? { ...lesson, [key]: value } : lesson,
      ),
    }
  })
  return changed ? { ...outline, modules } : outline
}
