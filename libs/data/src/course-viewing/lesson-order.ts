import type { CourseOutline, OutlineLesson } from './outline'

/** All lessons of a course in the order in which they are studied. */
export function lessonsInOrder(outline: CourseOutline): OutlineLesson[] {
  return outline.modules.flatMap((module) => module.lessons)
}

/** The lesson after this one, whether or not it may be opened; null after the last. */
export function lessonAfter(outline: CourseOutline, lessonId: string): OutlineLesson | null {
  return lessonBeside(outline, lessonId, 1)
}

/** The lesson before this one, whether or not it may be opened; null before the first. */
export function lessonBefore(outline: CourseOutline, lessonId: string): OutlineLesson | null {
  return lessonBeside(outline, lessonId, -1)
}

function lessonBeside(outline: CourseOutline, lessonId: string, step: 1 | -1) {
  const lessons = lessonsInOrder(outline)
  const at = lessons.findIndex((lesson) => lesson.id === lessonId)
  return at < 0 ? null : (lessons[at + step] ?? null)
}

/** The lesson with this id, if the course has it. */
export function lessonById(outline: CourseOutline, lessonId: string): OutlineLesson | null {
  return lessonsInOrder(outline).find((lesson) => lesson.id === lessonId) ?? null
}
