import { can } from '../access/can'
import type { Permission } from '../access/resources'
import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import { expectRow, unwrap } from '../errors'
import { choice, defineTable, matching, typed } from '../lists/define-list'

type CourseRow = Database['public']['Tables']['courses']['Row']

/** The columns that a card of the catalogue shows. */
export type CatalogueCourse = Pick<
  CourseRow,
  | 'id'
  | 'title'
  | 'slug'
  | 'description'
  | 'thumbnail_url'
  | 'status'
  | 'created_by_id'
  | 'updated_at'
>

/** The values of the status filter (rules/courses#catalogue-list). */
export const CATALOGUE_STATUSES = ['PUBLISHED', 'DRAFT'] as const

/** The list of all courses, the last changed first. Its search ignores case and covers title and description. */
export const COURSE_LIST = defineTable<CatalogueCourse>()({
  resource: 'courses',
  select: 'id, title, slug, description, thumbnail_url, status, created_by_id, updated_at',
  // Twelve cards fill rows of one, two, three or four.
  pageSize: 12,
  filters: {
    q: typed((query) => ({ query })),
    status: choice(CATALOGUE_STATUSES, (status) => ({ status })),
  },
  permanent: { created_by_id: matching(/./, (created_by_id) => ({ created_by_id })) },
  orders: { changed: { field: 'updated_at', order: 'desc' } },
  last: { field: 'id', order: 'asc' },
})

/**
 * Returns a filter for people who may list only their own courses. The filter lets the database use the index on the
 * owner, and leaves out courses that the person only learns from.
 */
export function ownCourses(permissions: readonly Permission[], personId: string) {
  const all =
    can(permissions, 'courses', 'list', 'any') && can(permissions, 'courses', 'read', 'any')
  return { created_by_id: all ? '' : personId }
}

/**
 * Publishes or unpublishes a course. Throws DataError; code `DENIED` if the course was deleted or the caller may not.
 */
export async function setCourseStatus(
  client: Pick<DataClient, 'from'>,
  courseId: string,
  status: Database['public']['Enums']['course_status'],
): Promise<void> {
  expectRow(await client.from('courses').update({ status }).eq('id', courseId).select('id'))
}

/**
 * Returns id, title, slug and status of every course to which the caller may give access, sorted by title
 * (rules/access#role-table). Fails with a DataError.
 */
export async function readCourseTitles(client: Pick<DataClient, 'rpc'>, signal?: AbortSignal) {
  const answer = client.rpc('course_titles', undefined, { get: true })
  return unwrap(await (signal ? answer.abortSignal(signal) : answer))
}
