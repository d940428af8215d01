import { ROLES } from '../access/roles'
import type { DataClient } from '../client'
import { parseCohortFacts } from '../cohorts/cohort-facts'
import { ENTITLEMENT_SOURCE } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, boolean, both, listOf, number, orNull, shape, string } from '../json'

/** The reasons why a person can or cannot open something (rules/members#why). */
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
  /**
   * The name of the person who gave access; for administrators, the email of a person without a name. Null for a
   * purchase, or if the account was deleted.
   */
  by: orNull(string),
  /** The cohort whose members get the access; null also for a cohort that the caller may not read. */
  cohort: orNull(parseCohortFacts),
})
/** The facts about a person's access. Dates are ISO. */
export type GrantFacts = Answer<typeof parseGrant>

const parseSchedule = shape({
  /** The number of lessons in the course; `shut` is the number of those that the schedule has not opened. */
  lessons: number,
  shut: number,
  /** When the next lesson opens, as an ISO date; null while the person has paused. */
  opens_at: orNull(string),
  /** The day of the cohort on which the next lesson opens. */
  day: number,
  /** Null for a cohort that the caller may not read. */
  cohort: orNull(parseCohortFacts),
})
/** The lessons of a course that the schedule of a cohort has not opened yet. */
export type ScheduleFacts = Answer<typeof parseSchedule>

const parseAccess = shape({
  open: boolean,
  reason: among(ACCESS_REASONS),
  grant: orNull(parseGrant),
  /** The role of the person, if it allows to read every course. */
  role: orNull(among(ROLES)),
  /** When access was revoked or the purchase was refunded, and by whom. */
  at: orNull(string),
  by: orNull(string),
  /** When the schedule opens it, as an ISO date; null also while the person has paused. */
  opens_at: orNull(string),
  /** The day of the cohort on which it opens. */
  day: orNull(number),
  /** The cohort whose schedule or staff the answer is about; null also for one that the caller may not read. */
  cohort: orNull(parseCohortFacts),
  /** For an open course, the lessons that the schedule has not opened yet; null if there are none. */
  schedule: orNull(parseSchedule),
})
/** Whether a person can open a course or lesson, and why. */
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

/** Returns the beginning of the day as an argument. The database treats a past moment as now. */
const moment = ({ day }: Asked) => (day ? { at: new Date(`${day}T00:00`).toISOString() } : {})

/** Reads for every course whether the person can open it. Fails with `42501` for a caller who may not read access. */
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
 * Reads for every lesson of a course whether the person can open it, in order. Empty for a draft that the caller may
 * not read.
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
