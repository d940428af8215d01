import { LIBRARY_PATH } from '../access/home'
import type { LibraryCourse } from './library-query'

/** Where the courses of one category are: the library, filtered. */
export function categoryPath(category: string): string {
  return `${LIBRARY_PATH}?${new URLSearchParams({ category })}`
}

/** In: the library and the value of `?category=`. Out: the courses of that category, in their order; all without one. */
export function coursesIn(
  courses: readonly LibraryCourse[],
  category: string | null,
): readonly LibraryCourse[] {
  return category ? courses.filter((course) => course.category === category) : courses
}
