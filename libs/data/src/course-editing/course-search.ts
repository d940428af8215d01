import type { Permission } from '../access/resources'
import type { Database } from '../database.gen'
import { listFilters } from '../lists/list-state'
import { COURSE_LIST, ownCourses } from './course-list'

type CourseRow = Database['public']['Tables']['courses']['Row']

/** The columns of a course in the command palette. */
export const COURSE_SEARCH_COLUMNS = 'id, title, status'

export type FoundCourse = Pick<CourseRow, 'id' | 'title' | 'status'>

/** The maximum number of courses in the command palette. Typing more of the title finds the others. */
export const COURSE_SEARCH_LIMIT = 6

/**
 * Returns the filters of the command palette: courses whose title contains the text in any case, among those that the
 * catalogue shows the person (rules/access#role-table).
 */
export function courseSearchFilters(
  text: string,
  permissions: readonly Permission[],
  personId: string,
) {
  const theirs = listFilters(COURSE_LIST, {}, { permanent: ownCourses(permissions, personId) })
  const title = text.trim()
  return title
    ? [...theirs, { field: 'title', operator: 'contains', value: title } as const]
    : theirs
}
