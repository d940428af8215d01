import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, string, stringOrNull } from '../json'

/** One record of the audit, as the dashboard shows it. */
export interface Activity {
  id: number
  /** As the audit names it: `course.publish`. */
  action: string
  target_type: string
  target_id: string | null
  /** Name or address of the person who did it, or the database's user; null when the account is gone. */
  who: string | null
  /** ISO date. */
  created_at: string
}

export interface Dashboard {
  courses: { total: number; published: number; draft: number }
  /** Null for people who see only what is their own. */
  members: { total: number; creators: number } | null
  /** Invites that can still be accepted. */
  invites: number
  /** The newest first, at most ten; null for people who see only what is their own. */
  activity: Activity[] | null
}

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
    activity: answer.activity === null ? null : list(answer.activity).map(parseActivity),
  }
}

function parseActivity(json: Json): Activity {
  const row = object(json)
  return {
    id: number(row.id),
    action: string(row.action),
    target_type: string(row.target_type),
    target_id: stringOrNull(row.target_id),
    who: stringOrNull(row.who),
    created_at: string(row.created_at),
  }
}
