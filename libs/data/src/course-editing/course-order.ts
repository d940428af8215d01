import type { ModuleSummary } from './course-content'

/** A module and the order of its lessons. */
export interface ModuleOrder {
  id: string
  lessons: string[]
}

/** The order of a whole course: the ids of all its modules and lessons, without deleted ones. */
export type CourseOrder = ModuleOrder[]

/** Returns the order of a course from its rows, which may be in any order. */
export function courseOrder(
  modules: readonly (Pick<ModuleSummary, 'id' | 'index'> & {
    lessons: readonly Pick<ModuleSummary['lessons'][number], 'id' | 'index'>[]
  })[],
): CourseOrder {
  return byIndex(modules).map(({ id, lessons }) => ({
    id,
    lessons: byIndex(lessons).map((lesson) => lesson.id),
  }))
}

/**
 * Moves a module to another position, 0 for the first. A position after the end means the end. Returns the same object
 * if nothing moves or the course does not contain the module.
 */
export function moveModule(order: CourseOrder, moduleId: string, to: number): CourseOrder {
  const moving = order.find(({ id }) => id === moduleId)
  if (!moving) return order
  const moved = placed(
    order.filter((module) => module !== moving),
    moving,
    to,
  )
  return moved.every((module, i) => module === order[i]) ? order : moved
}

/**
 * Moves a lesson to a position in its own or another module, 0 for the first. A position after the end means the end.
 * Returns the same object if nothing moves or the course does not contain the lesson or module.
 */
export function moveLesson(
  order: CourseOrder,
  lessonId: string,
  toModuleId: string,
  to: number,
): CourseOrder {
  const from = order.find(({ lessons }) => lessons.includes(lessonId))
  if (!from || !order.some(({ id }) => id === toModuleId)) return order
  const moved = order.map((module) => {
    const rest = module.lessons.filter((id) => id !== lessonId)
    if (module.id === toModuleId) return { ...module, lessons: placed(rest, lessonId, to) }
    return module === from ? { ...module, lessons: rest } : module
  })
  return isSameOrder(order, moved) ? order : moved
}

/** Moves a module one position up (-1) or down (1). Returns the same object at either end. */
export function stepModule(order: CourseOrder, moduleId: string, by: -1 | 1): CourseOrder {
  const at = order.findIndex(({ id }) => id === moduleId)
  return at === -1 || at + by < 0 ? order : moveModule(order, moduleId, at + by)
}

/**
 * Moves a lesson one position up (-1) or down (1). From the end of a module it moves to the neighbouring module, so
 * that the keyboard reaches the same positions as the mouse.
 */
export function stepLesson(order: CourseOrder, lessonId: string, by: -1 | 1): CourseOrder {
  const from = order.findIndex(({ lessons }) => lessons.includes(lessonId))
  const module = order[from]
  if (!module) return order
  const at = module.lessons.indexOf(lessonId) + by
  if (at >= 0 && at < module.lessons.length) return moveLesson(order, lessonId, module.id, at)
  const next = order[from + by]
  return next ? moveLesson(order, lessonId, next.id, by === 1 ? 0 : next.lessons.length) : order
}

/**
 * Returns the position of a module or lesson for screen readers, counted from 1; null if the course no longer contains
 * it.
 */
export function placeOf(
  order: CourseOrder,
  id: string,
): { moduleId: string; place: number; of: number } | null {
  const at = order.findIndex((module) => module.id === id)
  if (at !== -1) return { moduleId: id, place: at + 1, of: order.length }
  const module = order.find(({ lessons }) => lessons.includes(id))
  if (!module) return null
  return { moduleId: module.id, place: module.lessons.indexOf(id) + 1, of: module.lessons.length }
}

export function isSameOrder(one: CourseOrder, other: CourseOrder): boolean {
  return JSON.stringify(one.map(plain)) === JSON.stringify(other.map(plain))
}

const plain = ({ id, lessons }: ModuleOrder) => [id, lessons]

function placed<T>(list: readonly T[], item: T, to: number): T[] {
  const at = Math.max(0, Math.min(to, list.length))
  return [...list.slice(0, at), item, ...list.slice(at)]
}

function byIndex<T extends { index: number }>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => a.index - b.index)
}
