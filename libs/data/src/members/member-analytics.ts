import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, among, boolean, listOf, number, orNull, shape, string } from '../json'
import { choice, defineList, idFilter, pageOf, typed } from '../lists/define-list'
import { INACTIVE_FILTERS } from './member-list'

const parseCourse = shape({
  id: string,
  title: string,
  slug: string,
  /**
   * Whether the course is published. Unpublished courses do not count in the overall progress (`member_analytics()`).
   */
  published: boolean,
  completed: number,
  total: number,
  /** When the person last completed a lesson or watched a video, as an ISO date; null if never. */
  last_at: orNull(string),
  /** Whether the person can open the course now. */
  access: among(['OPEN', 'ENDED', 'REVOKED']),
  /** ISO date; null if access has no end. */
  expires_at: orNull(string),
})
/** A person's progress in one course. */
export type CourseProgress = Answer<typeof parseCourse>

export const parseMemberAnalytics = listOf(parseCourse)

/** A person's courses, with the progress in each. */
export interface MemberAnalytics {
  id: string
  courses: CourseProgress[]
}

/**
 * Reads a record of Refine's resource `analytics`: a person's courses and progress, open ones first, then ended, then
 * revoked (rules/members#analytics). Fails with a DataError, `42501` for a caller who may not read analytics.
 */
export async function readMemberAnalytics(
  client: Pick<DataClient, 'rpc'>,
  personId: string,
  signal: AbortSignal,
): Promise<MemberAnalytics> {
  const answer = client.rpc('member_analytics', { user_id: personId }, { get: true })
  return { id: personId, courses: parseMemberAnalytics(unwrap(await answer.abortSignal(signal))) }
}

/** Returns a person's progress in all courses that count: published courses with access, even if that has ended. */
export function overallProgress(courses: readonly CourseProgress[]) {
  const counting = courses.filter(({ published, access }) => published && access !== 'REVOKED')
  return {
    courses: counting.length,
    completed: counting.reduce((sum, { completed }) => sum + completed, 0),
    total: counting.reduce((sum, { total }) => sum + total, 0),
  }
}

const parseLearner = shape({
  id: string,
  name: orNull(string),
  email: string,
  courses: number,
  /** The number of these courses to which access has ended. */
  ended: number,
  completed: number,
  total: number,
  /** When the person was last active, as an ISO date; null if never. */
  last_at: orNull(string),
})
/** A person's progress in all courses, or in the course of the filter. */
export type LearnerProgress = Answer<typeof parseLearner>

/** The list of all learners' progress (rules/members#analytics). */
export const ANALYTICS_LIST = defineList({
  resource: 'analytics',
  calls: 'analytics',
  pageSize: 50,
  filters: {
    q: typed((query) => ({ query })),
    course: idFilter((course_id) => ({ course_id })),
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
  parse: pageOf('members', parseLearner),
})
