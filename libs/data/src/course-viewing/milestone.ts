import type { CourseOutline, OutlineLesson, OutlineModule } from './outline'

/** A module or course that was completed with a lesson, and the next lesson. */
export interface Milestone {
  kind: 'module' | 'course'
  /** The title of the module or of the course. */
  title: string
  lessons: number
  /** The number of modules with lessons; 1 for a module. */
  modules: number
  /** The total length of its lessons in seconds; 0 if unknown. */
  seconds: number
  /** The next lesson and its module; null if there is none. */
  next: { module: OutlineModule; lesson: OutlineLesson } | null
}

/**
 * Returns the course or module whose other lessons are all complete, so that this lesson finishes it
 * (rules/learning#milestones). Null if other lessons remain, and for a module with only one lesson.
 */
export function milestoneOf(outline: CourseOutline, lessonId: string): Milestone | null {
  const left = ({ lessons }: OutlineModule) =>
    lessons.filter((lesson) => !lesson.done && lesson.id !== lessonId)
  const at = outline.modules.findIndex(({ lessons }) => lessons.some(({ id }) => id === lessonId))
  const module = outline.modules[at]
  if (!module) return null
  if (outline.modules.every((one) => left(one).length === 0)) {
    return { kind: 'course', title: outline.title, ...measure(outline.modules), next: null }
  }
  if (module.lessons.length < 2 || left(module).length > 0) return null
  // Lessons after this one come first, then earlier ones that were skipped.
  const [next] = [...outline.modules.slice(at), ...outline.modules.slice(0, at)].flatMap((one) =>
    left(one)
      .filter(({ open }) => open)
      .map((lesson) => ({ module: one, lesson })),
  )
  return { kind: 'module', title: module.title, ...measure([module]), next: next ?? null }
}

function measure(modules: readonly OutlineModule[]) {
  const lessons = modules.flatMap((module) => module.lessons)
  return {
    lessons: lessons.length,
    modules: modules.filter((module) => module.lessons.length > 0).length,
    seconds: lessons.reduce((sum, { sec }) => sum + sec, 0),
  }
}
