import { ROLES } from '../access/roles'
import type { DataClient } from '../client'
import { parseCohortFacts } from '../cohorts/cohort-facts'
import { ENTITLEMENT_SOURCE } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, boolean, both, listOf, number, orNull, shape, string } from '../json'

/** Why something is open or closed to a person (rules/members#why). */
export const ACCESS_REASONS = [
  'DISABLED',
  'UNVERIFIED',
  'MAINTENANCE',
  'ROLE',
  'OWN_COURSE',
  'GRANTED',
  'PREVIEW',
  'STAFF',
  'UNRELEASED',
  'DRAFT',
  'ENDED',
  'NOT_LET_IN',
  'REVOKED',
  'REFUNDED',
  'NEVER_GRANTED',
] as const
const parseGrant = shape({
  source: among(ENTITLEMENT_SOURCE),
  created_at: string,
  expires_at: orNull(string),
  /** Name of the person who granted it, to administrators the email if there is none; null if that account was deleted, or for a purchase. */
  by: orNull(string),
  /** The cohort whose membership grants it; null also for one that the caller may not read. */
  cohort: orNull(parseCohortFacts),
})
/** A grant as the screen describes it; dates are ISO. */
export type GrantFacts = Answer<typeof parseGrant>

const parseSchedule = shape({
  /** How many lessons the course has, and how many of them are shut. */
  lessons: number,
  shut: number,
  /** When the next one opens: an ISO date; null while the person pauses. */
  opens_at: orNull(string),
  /** The day of the cohort on which it opens. */
  day: number,
  /** Null for a cohort that the caller may not read. */
  cohort: orNull(parseCohortFacts),
})
/** What the schedule of a cohort keeps shut of a course. */
export type ScheduleFacts = Answer<typeof parseSchedule>

const parseAccess = shape({
  open: boolean,
  reason: among(ACCESS_REASONS),
  grant: orNull(parseGrant),
  /** The role that may read every course. */
  role: orNull(among(ROLES)),
  /** When access was revoked or its purchase refunded, and by whom. */
  at: orNull(string),
  by: orNull(string),
  /** When the schedule opens it: an ISO date; null also while the person pauses. */
  opens_at: orNull(string),
  /** The day of the cohort on which it opens. */
  day: orNull(number),
  /** The cohort whose schedule or staff the answer is about; null also for one that the caller may not read. */
  cohort: orNull(parseCohortFacts),
  /** Of a course that is open, what is still shut in it; null for nothing. */
  schedule: orNull(parseSchedule),
})
/** Whether a person can open something, and why. */
export type AccessAnswer = Answer<typeof parseAccess>

const parseCourse = both(parseAccess, shape({ id: string, title: string, slug: string }))
/** The answer for a course. */
export type ExplainedCourse = Answer<typeof parseCourse>
export const parsePersonAccess = listOf(parseCourse)

const parseLesson = both(
  parseAccess,
  shape({
    id: string,
    title: string,
    /** The title of the module. */
    module: string,
  }),
)
/** The answer for a lesson. */
export type ExplainedLesson = Answer<typeof parseLesson>
export const parsePersonLessons = listOf(parseLesson)

interface Asked {
  id: string
  /** A future day as `YYYY-MM-DD` in the reader's time zone; empty for now. */
  day: string
}

/** The beginning of that day. The database treats a past moment as now. */
const moment = ({ day }: Asked) => (day ? { at: new Date(`${day}T00:00`).toISOString() } : {})

/** Returns for every course whether the person can open it. Fails with `42501` for a caller who may not read access. */
export async function readPersonAccess(
  client: Pick<DataClient, 'rpc'>,
  asked: Asked,
  signal: AbortSignal,
): Promise<ExplainedCourse[]> {
  const args = { user_id: asked.id, ...moment(asked) }
  const call = client.rpc('person_access', args, { get: true })
  return parsePersonAccess(unwrap(await call.abortSignal(signal)))
}

/**
 * Returns for every lesson of one course whether the person can open it, in the lessons' order; nothing for a draft
 * that the caller may not read.
 */
export async function readPersonLessons(
  client: Pick<DataClient, 'rpc'>,
  asked: Asked & { courseId: string },
  signal: AbortSignal,
): Promise<ExplainedLesson[]> {
  const args = { user_id: asked.id, course_id: asked.courseId, ...moment(asked) }
  const call = client.rpc('person_lessons', args, { get: true })
  return parsePersonLessons(unwrap(await call.abortSignal(signal)))
}
