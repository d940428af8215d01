import type { DataClient } from '../client'
import type { Database, Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, object, oneOf, string, stringOrNull } from '../json'
import { filtersOf, filterValue, type ListParams, signalOf } from '../refine/list-params'

type Caller = Pick<DataClient, 'rpc'>
type CourseRow = Database['public']['Tables']['courses']['Row']

/** How a person got access to a course. */
const SOURCES: readonly Database['public']['Enums']['entitlement_source'][] = [
  'MANUAL',
  'INVITE',
  'PURCHASE',
]

/** A course, and whether one person may open it. */
export interface CourseAccess extends Pick<CourseRow, 'id' | 'title' | 'slug' | 'status'> {
  granted: boolean
  /** How they came to it; null when they never had it. */
  source: (typeof SOURCES)[number] | null
  /** ISO date; null when it does not end. */
  expires_at: string | null
}

/** Refine's filter for them. */
export const accessFilters = (personId: string) => filtersOf({ user_id: personId })

/**
 * How Refine's list of `entitlements` is read: every course, and which of them a person may open, by title.
 * Fails with a DataError.
 */
export async function readMemberAccess(
  client: Caller,
  { filters, meta }: ListParams,
): Promise<{ data: CourseAccess[]; total: number }> {
  const args = { user_id: filterValue(filters, 'user_id') }
  const answer = client.rpc('member_access', args, { get: true })
  const data = list(unwrap(await answer.abortSignal(signalOf(meta)))).map(parseAccess)
  return { data, total: data.length }
}

function parseAccess(json: Json): CourseAccess {
  const row = object(json)
  const source = stringOrNull(row.source)
  return {
    id: string(row.id),
    title: string(row.title),
    slug: string(row.slug),
    status: oneOf(['DRAFT', 'PUBLISHED'], row.status),
    granted: boolean(row.granted),
    source: source === null ? null : oneOf(SOURCES, source),
    expires_at: stringOrNull(row.expires_at),
  }
}

/** Courses to grant to and to revoke from a person, by id. */
export interface AccessChange {
  grant: string[]
  revoke: string[]
}

/** What has to happen so that exactly the wished courses are open. */
export function accessChange(
  courses: readonly CourseAccess[],
  wished: ReadonlySet<string>,
): AccessChange {
  return {
    grant: courses.filter(({ id, granted }) => !granted && wished.has(id)).map(({ id }) => id),
    revoke: courses.filter(({ id, granted }) => granted && !wished.has(id)).map(({ id }) => id),
  }
}

/** A course to choose; where it is about one person, with how it stands with them. */
export type GrantableCourse = Pick<CourseAccess, 'id' | 'title' | 'slug' | 'status'> &
  Partial<CourseAccess>

/** The courses whose title or slug has what was typed, whatever the case. */
export function filterCourses<T extends GrantableCourse>(
  courses: readonly T[],
  typed: string,
): T[] {
  const wanted = typed.trim().toLocaleLowerCase()
  return courses.filter(
    ({ title, slug }) => title.toLocaleLowerCase().includes(wanted) || slug.includes(wanted),
  )
}

/**
 * Saves the difference in one call and one transaction (rules/members#grant). Sending it twice changes nothing
 * more. Throws DataError: `42501`, `PT404` with hint `NO_PERSON` when the account is gone.
 */
export async function saveAccess(
  client: Caller,
  personId: string,
  { grant, revoke }: AccessChange,
): Promise<void> {
  unwrap(await client.rpc('save_access', { user_id: personId, to_grant: grant, to_revoke: revoke }))
}
