import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import { choice, courseFilter, defineList, typed } from '../lists/define-list'
import { INACTIVE_FILTERS } from './member-list'

/** Whether a course with progress is open to the person now. */
const ACCESS_STATES = ['OPEN', 'ENDED', 'REVOKED'] as const

/** A person's progress in one course. */
export interface CourseProgress {
  id: string
  title: string
  slug: string
  /** An unpublished course does not count in the overall progress (`member_analytics()`). */
  published: boolean
  completed: number
  total: number
  /** ISO date of the last completion or watched minute; null for none. */
  last_at: string | null
  access: (typeof ACCESS_STATES)[number]
  /** ISO date; null if access has no end. */
  expires_at: string | null
}

/** A person's courses, with the progress in each. */
export interface MemberAnalytics {
  id: string
  courses: CourseProgress[]
}

/**
 * Reads one of Refine's `analytics`: a person's courses and progress, open ones first, then ended, then revoked
 * (rules/members#analytics). Fails with a DataError, `42501` for a caller who may not read analytics.
 */
export async function readMemberAnalytics(
  client: Pick<DataClient, 'rpc'>,
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

/** Returns a person's progress in all courses that count: published ones that were granted, including ended access. */
export function overallProgress(courses: readonly CourseProgress[]) {
  const counting = courses.filter(({ published, access }) => published && access !== 'REVOKED')
  return {
    courses: counting.length,
    completed: counting.reduce((sum, { completed }) => sum + completed, 0),
    total: counting.reduce((sum, { total }) => sum + total, 0),
  }
}

/** A person's progress in all courses, or in the course of the filter. */
export interface LearnerProgress {
  id: string
  name: string | null
  email: string
  courses: number
  /** Number of these courses whose access has ended. */
  ended: number
  completed: number
  total: number
  /** ISO date; null for no activity at all. */
  last_at: string | null
}

/** The list of everybody's progress (rules/members#analytics). */
export const ANALYTICS_LIST = defineList({
  resource: 'analytics',
  calls: 'analytics',
  pageSize: 50,
  filters: {
    q: typed((query) => ({ query })),
    course: courseFilter((course_id) => ({ course_id })),
    quiet: choice(INACTIVE_FILTERS, (quiet) => ({ quiet })),
  },
  orders: {
    active: { field: 'last_at', order: 'desc' },
    inactive: { field: 'last_at', order: 'asc' },
    completed: { field: 'completed', order: 'desc' },
    '-completed': { field: 'completed', order: 'asc' },
    name: { field: 'name', order: 'asc' },
    '-name': { field: 'name', order: 'desc' },
  },
  exported: { list: 'analytics', names: { course_id: 'course' } },
  parse: (page) => ({ data: list(page.members).map(parseLearner), total: number(page.total) }),
})

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
