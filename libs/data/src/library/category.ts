import { LIBRARY_PATH } from '../access/home'
import type { LibraryCourse } from './library-query'

export function categoryPath(category: string): string {
  return `${LIBRARY_PATH}?${new URLSearchParams({ category })}`
}

/** Returns the courses of the category in `?category=`, in their order; all courses if there is none. */
export function coursesIn(
  courses: readonly LibraryCourse[],
  category: string | null,
): readonly LibraryCourse[] {
  return category ? courses.filter((course) => course.category === category) : courses
}
