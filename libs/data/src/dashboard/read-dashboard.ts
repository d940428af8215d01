import { parseActor } from '../audit/actor'
import type { DataClient } from '../client'
import { COURSE_STATUS } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, both, changed, listOf, number, orNull, shape, string } from '../json'

const parseActivity = both(
  parseActor,
  shape({
    id: number,
    /** The audit log's name of the action: `course.publish`. */
    action: string,
    target_type: string,
    target_id: orNull(string),
    /** The target's title at that time; null if it has none. */
    title: orNull(string),
    /** The names of the fields that an update changed. */
    fields: listOf(string),
    /** The person whose page it links to; null if the account was deleted, and for the database itself. */
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
    /** Learners without activity for 14 days in the courses that are open to them. */
    inactive: quiet,
    /** Lessons before which inactive learners have stopped. */
    dropOffs: stops,
  }),
)
/** Learners who stopped, for an administrator; the count ends at `MOST` and one more. */
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
 * A course that the caller created. `learners` counts those to whom it is open, and `inactive` those of them without
 * activity for 14 days.
 */
export type OwnCourse = Answer<typeof parseOwnCourse>

export const parseDashboard = changed(
  shape({
    courses: shape({ total: number, published: number, draft: number }),
    /** Null for people who see only their own. */
    members: orNull(shape({ total: number, creators: number })),
    /** Invites that can still be accepted. */
    invites: number,
    /** Null for people who see only their own. */
    to_do: orNull(parseStopped),
    /** The ten that changed last; null for people who see all courses. */
    own: orNull(listOf(parseOwnCourse)),
    /** The newest ten records, without sign-ins; null for people who see only their own. */
    activity: orNull(listOf(parseActivity)),
  }),
  ({ to_do, ...dashboard }) => ({ ...dashboard, stopped: to_do }),
)
export type Dashboard = Answer<typeof parseDashboard>

/** The count of `Stopped` ends here; there may be more. */
export const MOST = 1000

/** The key of the only dashboard. */
export const DASHBOARD_ID = 'mine'

/** Reads Refine's only `dashboard`: everything that `/admin` shows, in one call. Fails with a DataError. */
export async function readDashboard(
  client: Pick<DataClient, 'rpc'>,
  signal: AbortSignal,
): Promise<Dashboard> {
  const answer = client.rpc('dashboard', undefined, { get: true })
  return parseDashboard(unwrap(await answer.abortSignal(signal)))
}
