import { ROLES, type Role } from '../access/roles'
import type { DataClient } from '../client'
import { type CohortFacts, parseCohortFacts } from '../cohorts/cohort-facts'
import { ENTITLEMENT_SOURCE, type Enums, type Json } from '../database.gen'
import { unwrap } from '../errors'
import {
  boolean,
  type JsonObject,
  list,
  number,
  numberOrNull,
  object,
  oneOf,
  string,
  stringOrNull,
} from '../json'

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
export type AccessReason = (typeof ACCESS_REASONS)[number]

/** A grant as the screen describes it; dates are ISO. */
export interface GrantFacts {
  source: Enums<'entitlement_source'>
  created_at: string
  expires_at: string | null
  /** Name of the person who granted it, to administrators the email if there is none; null if that account was deleted, or for a purchase. */
  by: string | null
  /** The cohort whose membership grants it; null also for one that the caller may not read. */
  cohort: CohortFacts | null
}

/** What the schedule of a cohort keeps shut of a course. */
export interface ScheduleFacts {
  /** How many lessons the course has, and how many of them are shut. */
  lessons: number
  shut: number
  /** When the next one opens: an ISO date; null while the person pauses. */
  opens_at: string | null
  /** The day of the cohort on which it opens. */
  day: number
  /** Null for a cohort that the caller may not read. */
  cohort: CohortFacts | null
}

/** Whether a person can open something, and why. */
export interface AccessAnswer {
  open: boolean
  reason: AccessReason
  grant: GrantFacts | null
  /** The role that may read every course. */
  role: Role | null
  /** When access was revoked or its purchase refunded, and by whom. */
  at: string | null
  by: string | null
  /** When the schedule opens it: an ISO date; null also while the person pauses. */
  opens_at: string | null
  /** The day of the cohort on which it opens. */
  day: number | null
  /** The cohort whose schedule or staff the answer is about; null also for one that the caller may not read. */
  cohort: CohortFacts | null
  /** Of a course that is open, what is still shut in it; null for nothing. */
  schedule: ScheduleFacts | null
}

/** The answer for a course. */
export interface ExplainedCourse extends AccessAnswer {
  id: string
  title: string
  slug: string
}

/** The answer for a lesson. */
export interface ExplainedLesson extends AccessAnswer {
  id: string
  title: string
  /** The title of the module. */
  module: string
}

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
  return list(unwrap(await call.abortSignal(signal))).map((json) => ({
    ...parseAnswer(json),
    slug: string(object(json).slug),
  }))
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
  return list(unwrap(await call.abortSignal(signal))).map((json) => ({
    ...parseAnswer(json),
    module: string(object(json).module),
  }))
}

function parseAnswer(json: Json): AccessAnswer & { id: string; title: string } {
  const row = object(json)
  const role = stringOrNull(row.role)
  return {
    id: string(row.id),
    title: string(row.title),
    open: boolean(row.open),
    reason: oneOf(ACCESS_REASONS, row.reason),
    grant: row.grant ? parseGrant(row.grant) : null,
    role: role === null ? null : oneOf(ROLES, role),
    at: stringOrNull(row.at),
    by: stringOrNull(row.by),
    opens_at: stringOrNull(row.opens_at),
    day: numberOrNull(row.day),
    cohort: cohortOf(row),
    schedule: row.schedule ? parseSchedule(row.schedule) : null,
  }
}

const cohortOf = ({ cohort }: JsonObject) => (cohort ? parseCohortFacts(cohort) : null)

function parseSchedule(json: Json): ScheduleFacts {
  const row = object(json)
  return {
    lessons: number(row.lessons),
    shut: number(row.shut),
    opens_at: stringOrNull(row.opens_at),
    day: number(row.day),
    cohort: cohortOf(row),
  }
}

function parseGrant(json: Json): GrantFacts {
  const row = object(json)
  return {
    source: oneOf(ENTITLEMENT_SOURCE, row.source),
    created_at: string(row.created_at),
    expires_at: stringOrNull(row.expires_at),
    by: stringOrNull(row.by),
    cohort: cohortOf(row),
  }
}
