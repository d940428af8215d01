import type { DataClient } from '../client'
import { parseCohortFacts } from '../cohorts/cohort-facts'
import { COURSE_STATUS, type Database, ENTITLEMENT_SOURCE } from '../database.gen'
import { dayOf, endOfDay } from '../dates/days'
import { unwrap } from '../errors'
import { type Answer, among, boolean, both, listOf, orNull, shape, string } from '../json'
import { filtersOf, filterValue, type ListParams, signalOf } from '../records/list-params'

type Caller = Pick<DataClient, 'rpc'>
type CourseRow = Database['public']['Tables']['courses']['Row']

const parseAccess = shape({
  id: string,
  title: string,
  slug: string,
  status: among(COURSE_STATUS),
  granted: boolean,
  /** How the person got access; null if the person never had any. */
  source: orNull(among(ENTITLEMENT_SOURCE)),
  /** ISO date; null if access has no end. */
  expires_at: orNull(string),
  /** The cohorts that give the person access. This access ends only with the membership in the cohort. */
  cohorts: listOf(both(parseCohortFacts, shape({ expires_at: orNull(string) }))),
})
/** A course with a person's access to it. */
export type CourseAccess = Answer<typeof parseAccess>

export const parseMemberAccess = listOf(parseAccess)

/** Returns Refine's filters for the courses of one person. */
export const accessFilters = (personId: string) => filtersOf({ user_id: personId })

/**
 * Reads Refine's list of `entitlements`: every course by title, and whether the person may open it. Fails with a
 * DataError.
 */
export async function readMemberAccess(
  client: Caller,
  { filters, meta }: ListParams,
): Promise<{ data: CourseAccess[]; total: number }> {
  const args = { user_id: filterValue(filters, 'user_id') }
  const answer = client.rpc('member_access', args, { get: true })
  const data = parseMemberAccess(unwrap(await answer.abortSignal(signalOf(meta))))
  return { data, total: data.length }
}

/**
 * The access that a person should have: the ids of the courses, each with the last day, `YYYY-MM-DD`, or empty for no
 * end.
 */
export type DesiredAccess = ReadonlyMap<string, string>

/** A new end of access, and the previous end that the form has shown. ISO dates; null for no end. */
interface EndChange {
  course_id: string
  expires_at: string | null
  was: string | null
}

/** The courses to which access is given and revoked, by id, and the changed ends. */
export interface AccessChange {
  grant: string[]
  revoke: string[]
  ends: EndChange[]
}

/** Returns the present access in the form of `DesiredAccess`. */
export function openAccess(courses: readonly CourseAccess[]): DesiredAccess {
  return new Map(
    courses
      .filter(({ granted }) => granted)
      .map(({ id, expires_at }) => [id, expires_at === null ? '' : dayOf(expires_at)]),
  )
}

/** Returns the changes that turn the present access into the desired one. */
export function accessChange(
  courses: readonly CourseAccess[],
  desired: DesiredAccess,
): AccessChange {
  const open = openAccess(courses)
  const known = new Map(courses.map((course) => [course.id, course]))
  return {
    grant: courses.filter(({ id }) => !open.has(id) && desired.has(id)).map(({ id }) => id),
    revoke: courses.filter(({ id }) => open.has(id) && !desired.has(id)).map(({ id }) => id),
    // If the day has not changed, the exact time of the end stays.
    ends: [...desired]
      .filter(([id, day]) => known.has(id) && day !== (open.get(id) ?? ''))
      .map(([id, day]) => ({
        course_id: id,
        expires_at: endOfDay(day),
        was: open.has(id) ? (known.get(id)?.expires_at ?? null) : null,
      })),
  }
}

/** A course that can be chosen, with the access of a person if the choice is for one person. */
export type GrantableCourse = Pick<CourseAccess, 'id' | 'title' | 'slug' | 'status'> &
  Partial<CourseAccess>

/** Returns the courses whose title or slug contains the text, in any letter case. */
export function filterCourses<T extends Pick<CourseRow, 'title' | 'slug'>>(
  courses: readonly T[],
  typed: string,
): T[] {
  const wanted = typed.trim().toLocaleLowerCase()
  return courses.filter(
    ({ title, slug }) => title.toLocaleLowerCase().includes(wanted) || slug.includes(wanted),
  )
}

/**
 * Saves the changes in one transaction (rules/members#grant). Repeating the call changes nothing more. Throws
 * DataError: `42501`, `PT404` with hint `NO_PERSON` if the account was deleted, `PT422` with `END_PAST` for a day in
 * the past, `PT409` with `STALE_END` if somebody else has changed an end meanwhile.
 */
export async function saveAccess(
  client: Caller,
  personId: string,
  { grant, revoke, ends }: AccessChange,
): Promise<void> {
  const wire = ends.map(({ course_id, expires_at, was }) => ({ course_id, expires_at, was }))
  unwrap(
    await client.rpc('save_access', {
      user_id: personId,
      to_grant: grant,
      to_revoke: revoke,
      ends: wire,
    }),
  )
}
