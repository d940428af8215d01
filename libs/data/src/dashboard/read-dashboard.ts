import { ACTOR_KINDS, type Actor } from '../audit/actor'
import type { DataClient } from '../client'
import type { Database, Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import { type PurchaseNotice, parseNotices } from '../purchases/notices'

/** One record of the audit, as the dashboard shows it. */
export interface Activity extends Actor {
  id: number
  /** As the audit names it: `course.publish`. */
  action: string
  target_type: string
  target_id: string | null
  /** What the target was called then; null for what has no title. */
  title: string | null
  /** Whose page it leads to; null when the account is gone, and for the database itself. */
  user_id: string | null
  /** ISO date. */
  created_at: string
}

/** A lesson before which learners who went quiet have stopped. */
export interface DropOffLesson {
  id: string
  title: string
  course_id: string
  course: string
  learners: number
}

/** What waits for an administrator; figures are counted to `MOST` and one more. */
export interface ToDo {
  /** Learners who did nothing for 14 days in what is open to them. */
  inactive: number
  /** Invites that end within a day. */
  ending: number
  /** Purchases that are not settled. */
  pending: number
  /** Paid purchases of no known member. */
  unassigned: number
  /** Events of the payment provider that a person has to look at, and the newest three of them. */
  events: { open: number; newest: PurchaseNotice[] }
  /** Posts with open reports, in how many communities, and one of these. */
  reports: { posts: number; communities: number; communityId: string | null }
  /** Whether nothing turns the motor of due work, and how much of it was given up. */
  due: { stopped: boolean; failed: number }
  dropOffs: DropOffLesson[]
}

/** A course that the caller made. */
export interface OwnCourse {
  id: string
  title: string
  status: Database['public']['Enums']['course_status']
  /** To how many it is open, and how many of them did nothing for 14 days. */
  learners: number
  inactive: number
}

export interface Dashboard {
  courses: { total: number; published: number; draft: number }
  /** Null for people who see only what is their own. */
  members: { total: number; creators: number } | null
  /** Invites that can still be accepted. */
  invites: number
  /** Null for people who see only what is their own. */
  toDo: ToDo | null
  /** The ten that changed last; null for people who see all courses. */
  own: OwnCourse[] | null
  /** The newest first, at most ten, without sign-ins; null for people who see only what is their own. */
  activity: Activity[] | null
}

/** To what the figures of `ToDo` are counted; there may be more. */
export const MOST = 1000

/** Key of the one dashboard that there is. */
export const DASHBOARD_ID = 'mine'

/** How Refine's one `dashboard` is read: everything that `/admin` shows, in one call. Fails with a DataError. */
export async function readDashboard(
  client: Pick<DataClient, 'rpc'>,
  signal: AbortSignal,
): Promise<Dashboard> {
  const answer = client.rpc('dashboard', undefined, { get: true })
  return parseDashboard(unwrap(await answer.abortSignal(signal)))
}

/** Reads the answer of `dashboard()`; throws DataError `MALFORMED` when it is something else. */
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
    toDo: answer.to_do === null ? null : parseToDo(answer.to_do),
    own: answer.own === null ? null : list(answer.own).map(parseOwnCourse),
    activity: answer.activity === null ? null : list(answer.activity).map(parseActivity),
  }
}

function parseToDo(json: Json | undefined): ToDo {
  const row = object(json)
  const reports = object(row.reports)
  const due = object(row.due)
  const events = object(row.events)
  return {
    inactive: number(row.quiet),
    ending: number(row.ending),
    pending: number(row.pending),
    unassigned: number(row.unassigned),
    events: { open: number(events.open), newest: parseNotices(events.newest) },
    reports: {
      posts: number(reports.posts),
      communities: number(reports.communities),
      communityId: stringOrNull(reports.community_id),
    },
    due: { stopped: boolean(due.stopped), failed: number(due.failed) },
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
    who: stringOrNull(row.who),
    by: oneOf(ACTOR_KINDS, row.by),
    user_id: stringOrNull(row.user_id),
    created_at: string(row.created_at),
  }
}
