import { can } from '../access/can'
import type { Permission } from '../access/resources'
import type { Database } from '../database.gen'
import { choice, defineTable, matching, typed } from '../lists/define-list'

type CourseRow = Database['public']['Tables']['courses']['Row']

/** What a card of the catalogue shows of a course. */
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

/** Values of the status filter (rules/courses#catalogue-list). */
export const CATALOGUE_STATUSES = ['PUBLISHED', 'DRAFT'] as const

/** The catalogue: what was changed last stands first. A search looks into title and description, whatever the case. */
export const COURSE_LIST = defineTable<CatalogueCourse>()({
  resource: 'courses',
  select: 'id, title, slug, description, thumbnail_url, status, created_by_id, updated_at',
  // Fills rows of one, two, three and four cards.
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
 * A person who may list only their own courses asks for those by name: so the index on the owner serves, and
 * courses that they merely learn from stay out.
 */
export function ownCourses(permissions: readonly Permission[], personId: string) {
  const all =
    can(permissions, 'courses', 'list', 'any') && can(permissions, 'courses', 'read', 'any')
  return { created_by_id: all ? '' : personId }
}
