import type { CourseOutline, OutlineLesson, OutlineModule } from './outline'

/** What a person has come to the end of, and where it goes on. */
export interface Milestone {
  kind: 'module' | 'course'
  /** Of the module, or of the course. */
  title: string
  lessons: number
  /** Modules with lessons: 1 for a module. */
  modules: number
  /** How long its lessons take together, in seconds; 0 when none says. */
  seconds: number
  /** The next lesson to study, and its module; null when there is none. */
  next: { module: OutlineModule; lesson: OutlineLesson } | null
}

/**
 * What completing this lesson brings to its end (rules/learning#milestones): its course, or its module, when all
 * other lessons of it are complete. Out: null when more is to be done, and for a module of one lesson,
 * whose end says no more than the lesson's.
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
  // Onward first; what was left out before comes after that.
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
