import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import { memberKeys } from './keys'
import { MEMBERS_PAGE_SIZE } from './member-list'

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

/**
 * A person's courses with what they have done in each: open ones first, then ended, then revoked (rules/members#analytics). Fails with a DataError, `42501` for a caller who may not read analytics.
 */
export function memberAnalyticsQuery(client: Caller, personId: string) {
  return queryOptions({
    queryKey: memberKeys.analyticsOf(personId),
    // A learner may be studying at this moment.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<CourseProgress[]> => {
      const answer = client.rpc('member_analytics', { user_id: personId }, { get: true })
      return list(unwrap(await answer.abortSignal(signal))).map(parseCourse)
    },
  })
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

/** Days without activity after which a learner with an unfinished course counts as quiet; empty for all people. */
export const QUIET_FILTERS = ['', '7', '14', '30', 'never'] as const
export type QuietFilter = (typeof QUIET_FILTERS)[number]

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

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads the screen's state from its address; whatever is unknown is left out. */
export function parseAnalyticsParams(params: URLSearchParams): AnalyticsQuery {
  const course = params.get('course') ?? ''
  return {
    search: params.get('q')?.trim() ?? '',
    course: UUID.test(course) ? course : '',
    quiet: QUIET_FILTERS.find((quiet) => quiet === params.get('quiet')) ?? '',
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

/**
 * One page of people with their progress, and how many the filters find. In: the screen's
 * state and a page from 1. Fails with a DataError, `42501` for a caller who may not read analytics.
 */
export function analyticsQuery(
  client: Caller,
  { search, course, quiet, sort }: AnalyticsQuery,
  page: number,
) {
  const args = {
    query: search,
    ...(course && { course_id: course }),
    ...(quiet && { quiet }),
    sort: sort || 'active',
    page,
    page_size: MEMBERS_PAGE_SIZE,
  }
  return queryOptions({
    queryKey: memberKeys.analytics(args),
    queryFn: async ({ signal }): Promise<{ total: number; members: LearnerProgress[] }> => {
      const answer = object(unwrap(await client.rpc('analytics', args).abortSignal(signal)))
      return { total: number(answer.total), members: list(answer.members).map(parseLearner) }
    },
  })
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
