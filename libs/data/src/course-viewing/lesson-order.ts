import type { CourseOutline, OutlineLesson } from './outline'

/** Returns all lessons of a course in their order. */
export function lessonsInOrder(outline: CourseOutline): OutlineLesson[] {
  return outline.modules.flatMap((module) => module.lessons)
}

/** Returns the next lesson, open or not; null after the last. */
export function lessonAfter(outline: CourseOutline, lessonId: string): OutlineLesson | null {
  return lessonBeside(outline, lessonId, 1)
}

/** Returns the previous lesson, open or not; null before the first. */
export function lessonBefore(outline: CourseOutline, lessonId: string): OutlineLesson | null {
  return lessonBeside(outline, lessonId, -1)
}

function lessonBeside(outline: CourseOutline, lessonId: string, step: 1 | -1) {
  const lessons = lessonsInOrder(outline)
  const at = lessons.findIndex((lesson) => lesson.id === lessonId)
  return at < 0 ? null : (lessons[at + step] ?? null)
}

export function lessonById(outline: CourseOutline, lessonId: string): OutlineLesson | null {
  return lessonsInOrder(outline).find((lesson) => lesson.id === lessonId) ?? null
}
