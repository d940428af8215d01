import { parseActor } from '../audit/actor'
import type { DataClient } from '../client'
import { COURSE_STATUS } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, both, changed, listOf, number, orNull, shape, string } from '../json'

const parseActivity = both(
  parseActor,
  shape({
    id: number,
    /** The name of the action in the audit log, such as `course.publish`. */
    action: string,
    target_type: string,
    target_id: orNull(string),
    /** The title that the target had at that time; null if there is none. */
    title: orNull(string),
    /** The names of the fields that an update has changed. */
    fields: listOf(string),
    /** The person whose page the entry links to; null if the account was deleted, or if the database itself acted. */
    user_id: orNull(string),
    /** ISO date. */
    created_at: string,
  }),
)
/** One audit record on the dashboard. */
export type Activity = Answer<typeof parseActivity>

const parseStopped = changed(
  shape({
    quiet: number,
    stops: listOf(
      shape({ id: string, title: string, course_id: string, course: string, learners: number }),
    ),
  }),
  ({ quiet, stops }) => ({
    /** The learners who have been inactive for 14 days in courses that they can open. */
    inactive: quiet,
    /** The lessons before which inactive learners have stopped. */
    dropOffs: stops,
  }),
)
/** The learners who have stopped, for administrators. The count ends at `MAX_STOPPED` + 1. */
export type Stopped = Answer<typeof parseStopped>

const parseOwnCourse = changed(
  shape({
    id: string,
    title: string,
    status: among(COURSE_STATUS),
    learners: number,
    quiet: number,
  }),
  ({ quiet, ...course }) => ({ ...course, inactive: quiet }),
)
/**
 * A course that the caller created, with the number of learners who can open it, and how many of them have been
 * inactive for 14 days.
 */
export type OwnCourse = Answer<typeof parseOwnCourse>

export const parseDashboard = changed(
  shape({
    courses: shape({ total: number, published: number, draft: number }),
    /** Null for people who may see only their own courses. */
    members: orNull(shape({ total: number, creators: number })),
    /** The number of invites that can still be accepted. */
    invites: number,
    /** Null for people who may see only their own courses. */
    to_do: orNull(parseStopped),
    /** The ten courses that changed last; null for people who may see all courses. */
    own: orNull(listOf(parseOwnCourse)),
    /** The ten newest audit records, without sign-ins; null for people who may see only their own courses. */
    activity: orNull(listOf(parseActivity)),
  }),
  ({ to_do, ...dashboard }) => ({ ...dashboard, stopped: to_do }),
)
export type Dashboard = Answer<typeof parseDashboard>

/** The maximum of the count in `Stopped`; a higher count means that there are more. */
export const MAX_STOPPED = 1000

/** The id under which Refine asks for the dashboard. */
export const DASHBOARD_ID = 'mine'

/** Reads Refine's only `dashboard` with all data of `/admin`. Fails with a DataError. */
export async function readDashboard(
  client: Pick<DataClient, 'rpc'>,
  signal: AbortSignal,
): Promise<Dashboard> {
  const answer = client.rpc('dashboard', undefined, { get: true })
  return parseDashboard(unwrap(await answer.abortSignal(signal)))
}
