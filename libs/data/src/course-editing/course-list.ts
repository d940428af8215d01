import { can } from '../access/can'
import type { Permission } from '../access/resources'
import type { Database } from '../database.gen'

type CourseRow = Database['public']['Tables']['courses']['Row']

/** The columns that a card of the catalogue shows, and no more. */
export const CATALOGUE_COLUMNS =
  'id, title, slug, description, thumbnail_url, status, created_by_id, updated_at'

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

/** Courses on one page: fills rows of one, two, three and four cards. */
export const CATALOGUE_PAGE_SIZE = 12

/** Values of the status filter (rules/courses#catalogue-list); the empty one is All Courses. */
export const CATALOGUE_STATUSES = ['', 'PUBLISHED', 'DRAFT'] as const

export type CatalogueStatus = (typeof CATALOGUE_STATUSES)[number]

/** What the catalogue is filtered by, as it stands in the address. */
export interface CatalogueQuery {
  search: string
  status: CatalogueStatus
}

/** Reads a status from an address; anything unknown is All Courses. */
export function catalogueStatus(value: string | null): CatalogueStatus {
  return CATALOGUE_STATUSES.find((status) => status === value) ?? ''
}

/**
 * The filters with which the server answers the catalogue: the search looks
 * into title and description whatever the case, and a person who may list only their own courses asks
 * for those by name, so that the index on the owner serves and courses they merely learn from stay
 * out.
 */
export function catalogueFilters(
  query: CatalogueQuery,
  permissions: readonly Permission[],
  personId: string,
) {
  const filters: { field: string; operator: 'contains' | 'eq'; value: string }[] = []
  const search = query.search.trim()
  if (search) filters.push({ field: 'q', operator: 'contains', value: search })
  if (query.status) filters.push({ field: 'status', operator: 'eq', value: query.status })
  if (!can(permissions, 'courses', 'list', 'any') || !can(permissions, 'courses', 'read', 'any')) {
    filters.push({ field: 'created_by_id', operator: 'eq', value: personId })
  }
  return filters
}
