import { type CourseOutline, isShut, lessonsInOrder, type OutlineLesson } from './outline'

/** Returns the lesson that opens next; of several, the first in the course. Null if none is closed. */
export function nextOpening(outline: CourseOutline): OutlineLesson | null {
  const at = ({ opens_at }: OutlineLesson) => Date.parse(opens_at ?? '') || Number.POSITIVE_INFINITY
  const [first] = lessonsInOrder(outline)
    .filter(isShut)
    .sort((a, b) => at(a) - at(b) || 0)
  return first ?? null
}

/** Returns the first lesson of a course that is open and not complete; null if there is none. */
export function firstUnfinished(outline: CourseOutline): OutlineLesson | null {
  return lessonsInOrder(outline).find(({ open, done }) => open && !done) ?? null
}
