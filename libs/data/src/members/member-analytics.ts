import type { CrudFilters, CrudSorting } from '@refinedev/core'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import {
  filtersOf,
  filterValue,
  filterValues,
  type ListParams,
  SEARCH_FIELD,
  signalOf,
} from '../records/list-params'
import { MEMBERS_PAGE_SIZE } from './member-list'
import { courseOf, type QuietFilter, quietOf } from './quiet'

type Caller = Pick<DataClient, 'rpc'>

/** Whether a course in which a person has progress is open to them now. */
const ACCESS_STATES = ['OPEN', 'ENDED', 'REVOKED'] as const

/** How far one person has come in one course. */
export interface CourseProgress {
  id: string
  title: string
  slug: string
  /** One that is not counts for nothing (`member_analytics()`). */
  published: boolean
  completed: number
  total: number
  /** ISO date of the last completion or watched minute; null for none. */
  last_at: string | null
  access: (typeof ACCESS_STATES)[number]
  /** ISO date; null when access does not end. */
  expires_at: string | null
}

/** A person's courses, with how far they have come in each. */
export interface MemberAnalytics {
  id: string
  courses: CourseProgress[]
}

/**
 * How one of Refine's `analytics` is read: a person's courses with what they have done in each: open ones first, then ended, then revoked (rules/members#analytics). Fails with a DataError, `42501` for a caller who may not read analytics.
 */
export async function readMemberAnalytics(
  client: Caller,
  personId: string,
  signal: AbortSignal,
): Promise<MemberAnalytics> {
  const answer = client.rpc('member_analytics', { user_id: personId }, { get: true })
  const courses = list(unwrap(await answer.abortSignal(signal))).map(parseCourse)
  return { id: personId, courses }
}

function parseCourse(json: Json): CourseProgress {
  const row = object(json)
  return {
    id: string(row.id),
    title: string(row.title),
    slug: string(row.slug),
    published: boolean(row.published),
    completed: number(row.completed),
    total: number(row.total),
    last_at: stringOrNull(row.last_at),
    access: oneOf(ACCESS_STATES, row.access),
    expires_at: stringOrNull(row.expires_at),
  }
}

/** What a person has done in all courses that count: published ones that are granted, ended ones too. */
export function overallProgress(courses: readonly CourseProgress[]) {
  const counting = courses.filter(({ published, access }) => published && access !== 'REVOKED')
  return {
    courses: counting.length,
    completed: counting.reduce((sum, { completed }) => sum + completed, 0),
    total: counting.reduce((sum, { total }) => sum + total, 0),
  }
}

/** Orders of the list; the empty one is the latest activity first. */
export const ANALYTICS_SORTS = ['', 'inactive', 'completed', '-completed', 'name', '-name'] as const
export type AnalyticsSort = (typeof ANALYTICS_SORTS)[number]

/** What the analytics screen shows, as it stands in its address. */
export interface AnalyticsQuery {
  search: string
  /** Id of the only course it is about; empty for all. */
  course: string
  quiet: QuietFilter
  sort: AnalyticsSort
}

/** Reads the screen's state from its address; whatever is unknown is left out. */
export function parseAnalyticsParams(params: URLSearchParams): AnalyticsQuery {
  return {
    search: params.get('q')?.trim() ?? '',
    course: courseOf(params),
    quiet: quietOf(params),
    sort: ANALYTICS_SORTS.find((sort) => sort === params.get('sort')) ?? '',
  }
}

/** How far one person has come in everything, or in the course that was asked for. */
export interface LearnerProgress {
  id: string
  name: string | null
  email: string
  courses: number
  /** Of these courses, those whose access has ended. */
  ended: number
  completed: number
  total: number
  /** ISO date; null for no activity at all. */
  last_at: string | null
}

/** The state for Refine: what narrows the list. */
export function analyticsFilters({ search, course, quiet }: AnalyticsQuery): CrudFilters {
  return filtersOf({ [SEARCH_FIELD]: search, course_id: course, quiet })
}

/** As `analyticsFilters`, of the order. */
export function analyticsSorters({ sort }: AnalyticsQuery): CrudSorting {
  const [field, order] = SORTERS[sort]
  return [{ field, order }]
}

const SORTERS: Record<AnalyticsSort, [field: string, order: 'asc' | 'desc']> = {
  '': ['last_at', 'desc'],
  inactive: ['last_at', 'asc'],
  completed: ['completed', 'desc'],
  '-completed': ['completed', 'asc'],
  name: ['name', 'asc'],
  '-name': ['name', 'desc'],
}

/**
 * How Refine's list of `analytics` is read: people with their progress, and how many the filters find.
 * Fails with a DataError, `42501` for a caller who may not read analytics.
 */
export async function readAnalytics(
  client: Caller,
  { filters, sorters = [], pagination, meta }: ListParams,
): Promise<{ data: LearnerProgress[]; total: number }> {
  const sort = ANALYTICS_SORTS.find((known) => {
    const [field, order] = SORTERS[known]
    return field === sorters[0]?.field && order === sorters[0].order
  })
  const call = client.rpc('analytics', {
    query: filterValue(filters, SEARCH_FIELD),
    ...filterValues(filters, ['course_id', 'quiet']),
    sort: sort || 'active',
    page: pagination?.currentPage ?? 1,
    page_size: pagination?.pageSize ?? MEMBERS_PAGE_SIZE,
  })
  const answer = object(unwrap(await call.abortSignal(signalOf(meta))))
  return { data: list(answer.members).map(parseLearner), total: number(answer.total) }
}

function parseLearner(json: Json): LearnerProgress {
  const row = object(json)
  return {
    id: string(row.id),
    name: stringOrNull(row.name),
    email: string(row.email),
    courses: number(row.courses),
    ended: number(row.ended),
    completed: number(row.completed),
    total: number(row.total),
    last_at: stringOrNull(row.last_at),
  }
}
