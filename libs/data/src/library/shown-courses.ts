import { LIBRARY_PATH } from '../access/home'
import { progressPercent } from '../course-viewing/progress-percent'
import type { LibraryCourse } from './library-query'

/** The options of the sort menu with their values in `?sort=` (rules/learning#library-order). */
export const COURSE_SORTS = [
  { value: 'default', label: 'Default' },
  { value: 'recent', label: 'Recently Added' },
  { value: 'progress', label: 'Progress' },
  { value: 'alphabetical', label: 'Alphabetical' },
] as const

export type CourseSort = (typeof COURSE_SORTS)[number]['value']

/** Parses `?sort=`; an unknown value gives the default sort. */
export function parseCourseSort(value: string | null): CourseSort {
  return COURSE_SORTS.find((sort) => sort.value === value)?.value ?? 'default'
}

/**
 * Returns the courses sorted, as a new array. `default` keeps the database's order (unfinished first, then by most
 * recent activity); for the other sorts, that order decides between equal courses.
 */
export function sortCourses(courses: readonly LibraryCourse[], sort: CourseSort): LibraryCourse[] {
  switch (sort) {
    case 'default':
      return [...courses]
    case 'recent':
      return courses.toSorted((a, b) => Date.parse(b.entitled_at) - Date.parse(a.entitled_at))
    case 'progress':
      return courses.toSorted(
        (a, b) => progressPercent(b.completed, b.total) - progressPercent(a.completed, a.total),
      )
    case 'alphabetical':
      return courses.toSorted((a, b) => titles.compare(a.title, b.title))
  }
}

const titles = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export function categoryPath(category: string): string {
  return `${LIBRARY_PATH}?${new URLSearchParams({ category })}`
}

/** Returns the courses of the category in `?category=`, in their order; all courses without a category. */
export function coursesIn(
  courses: readonly LibraryCourse[],
  category: string | null,
): readonly LibraryCourse[] {
  return category ? courses.filter((course) => course.category === category) : courses
}
