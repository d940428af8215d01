import { ACTOR_KINDS, type Actor } from '../audit/actor'
import type { DataClient } from '../client'
import type { Database, Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, oneOf, string, stringOrNull } from '../json'

/** One audit record on the dashboard. */
export interface Activity extends Actor {
  id: number
  /** The audit log's name of the action: `course.publish`. */
  action: string
  target_type: string
  target_id: string | null
  /** The target's title at that time; null if it has none. */
  title: string | null
  /** The names of the fields that an update changed. */
  fields: string[]
  /** The person whose page it links to; null if the account was deleted, and for the database itself. */
  user_id: string | null
  /** ISO date. */
  created_at: string
}

/** A lesson before which inactive learners have stopped. */
export interface DropOffLesson {
  id: string
  title: string
  course_id: string
  course: string
  learners: number
}

/** Learners who stopped, for an administrator; the count ends at `MOST` and one more. */
export interface Stopped {
  /** Learners without activity for 14 days in the courses that are open to them. */
  inactive: number
  dropOffs: DropOffLesson[]
}

/** A course that the caller created. */
export interface OwnCourse {
  id: string
  title: string
  status: Database['public']['Enums']['course_status']
  /** Learners to whom the course is open; `inactive` counts those without activity for 14 days. */
  learners: number
  inactive: number
}

export interface Dashboard {
  courses: { total: number; published: number; draft: number }
  /** Null for people who see only their own. */
  members: { total: number; creators: number } | null
  /** Invites that can still be accepted. */
  invites: number
  /** Null for people who see only their own. */
  stopped: Stopped | null
  /** The ten that changed last; null for people who see all courses. */
  own: OwnCourse[] | null
  /** The newest ten records, without sign-ins; null for people who see only their own. */
  activity: Activity[] | null
}

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

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseDashboard(json: Json): Dashboard {
  const answer = object(json)
  const courses = object(answer.courses)
  const members = answer.members === null ? null : object(answer.members)
  return {
    courses: {
      total: number(courses.total),
      published: number(courses.published),
      draft: number(courses.draft),
    },
    members: members && { total: number(members.total), creators: number(members.creators) },
    invites: number(answer.invites),
    stopped: answer.to_do === null ? null : parseStopped(answer.to_do),
    own: answer.own === null ? null : list(answer.own).map(parseOwnCourse),
    activity: answer.activity === null ? null : list(answer.activity).map(parseActivity),
  }
}

function parseStopped(json: Json | undefined): Stopped {
  const row = object(json)
  return {
    inactive: number(row.quiet),
    dropOffs: list(row.stops).map((one) => {
      const lesson = object(one)
      return {
        id: string(lesson.id),
        title: string(lesson.title),
        course_id: string(lesson.course_id),
        course: string(lesson.course),
        learners: number(lesson.learners),
      }
    }),
  }
}

function parseOwnCourse(json: Json): OwnCourse {
  const row = object(json)
  return {
    id: string(row.id),
    title: string(row.title),
    status: oneOf(['DRAFT', 'PUBLISHED'], row.status),
    learners: number(row.learners),
    inactive: number(row.quiet),
  }
}

function parseActivity(json: Json): Activity {
  const row = object(json)
  return {
    id: number(row.id),
    action: string(row.action),
    target_type: string(row.target_type),
    target_id: stringOrNull(row.target_id),
    title: stringOrNull(row.title),
    fields: list(row.fields).map(string),
    who: stringOrNull(row.who),
    by: oneOf(ACTOR_KINDS, row.by),
    user_id: stringOrNull(row.user_id),
    created_at: string(row.created_at),
  }
}
