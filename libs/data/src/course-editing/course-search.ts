import type { Permission } from '../access/resources'
import type { Database } from '../database.gen'
import { listFilters } from '../lists/list-state'
import { COURSE_LIST, ownCourses } from './course-list'

type CourseRow = Database['public']['Tables']['courses']['Row']

/** What the command palette shows of a course. */
export const COURSE_SEARCH_COLUMNS = 'id, title, status'

export type FoundCourse = Pick<CourseRow, 'id' | 'title' | 'status'>

/** Courses that the palette shows at once: the rest is found by typing more. */
export const COURSE_SEARCH_LIMIT = 6

/**
 * The filters with which the server answers the palette: the courses whose title has the text, whatever
 * the case, among those that the catalogue shows this person (rules/access#role-table).
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
