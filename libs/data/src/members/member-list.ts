import type { CrudFilters, CrudSorting } from '@refinedev/core'
import { isRole, ROLES, type Role } from '../access/roles'
import type { DataClient } from '../client'
import type { Database, Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, oneOf, string, stringOrNull } from '../json'
import {
  filtersOf,
  filterValue,
  filterValues,
  type ListParams,
  SEARCH_FIELD,
  signalOf,
} from '../records/list-params'
import { courseOf, type QuietFilter, quietOf } from './quiet'

type ProfileRow = Database['public']['Tables']['profiles']['Row']

/** A person as the members' lists show them; dates are ISO dates. */
export interface Member
  extends Pick<ProfileRow, 'id' | 'name' | 'email' | 'role' | 'created_at' | 'disabled_at'> {
  /** Courses that are open to them. */
  courses: number
}

/** People on one page. */
export const MEMBERS_PAGE_SIZE = 50

/** Values of the state filter; the empty one is everybody. */
export const MEMBER_STATES = ['', 'active', 'disabled'] as const
export type MemberState = (typeof MEMBER_STATES)[number]

/** Value of the course filter that finds those to whom none is open. */
export const NO_COURSE = 'none'

/** Orders of the list; the empty one is the newest first. */
export const MEMBER_SORTS = ['', 'oldest', 'name', '-name'] as const
export type MemberSort = (typeof MEMBER_SORTS)[number]

/** What a members' list shows, as it stands in its address. */
export interface MemberQuery {
  search: string
  /** Empty for all roles. */
  role: Role | ''
  state: MemberState
  /** Id of a course that is open to them now, or `NO_COURSE`; empty for all people. */
  course: string
  /** For how long they have been quiet, in that course or in any. */
  quiet: QuietFilter
  sort: MemberSort
}

/** Reads a list's state from its address; whatever is unknown is left out. */
export function parseMemberParams(params: URLSearchParams): MemberQuery {
  const role = params.get('role')
  return {
    search: params.get('q')?.trim() ?? '',
    role: isRole(role) ? role : '',
    state: MEMBER_STATES.find((state) => state === params.get('state')) ?? '',
    course: courseOf(params, [NO_COURSE]),
    quiet: quietOf(params),
    sort: MEMBER_SORTS.find((sort) => sort === params.get('sort')) ?? '',
  }
}

/** What narrows it down, by the database's names; its export takes the same (rules/members#member-filters). */
export function memberFilter({ search, role, state, course, quiet }: MemberQuery) {
  return { search, role, state, course, quiet }
}

/** The same for Refine, whose list hook keeps filters and sorters apart. */
export function memberFilters(query: MemberQuery): CrudFilters {
  const { search, ...rest } = memberFilter(query)
  return filtersOf({ [SEARCH_FIELD]: search, ...rest })
}

/** As `memberFilters`, of the order. */
export function memberSorters({ sort }: MemberQuery): CrudSorting {
  switch (sort) {
    case '':
      return [{ field: 'created_at', order: 'desc' }]
    case 'oldest':
      return [{ field: 'created_at', order: 'asc' }]
    case 'name':
      return [{ field: 'name', order: 'asc' }]
    case '-name':
      return [{ field: 'name', order: 'desc' }]
  }
}

/**
 * How Refine's list of `profiles` is read: through `members()`, because row security keeps a search of
 * the table from its index (rules/members#member-list). Out: one page and the count of all that match. Fails with a
 * DataError, `42501` for a caller who may not read all people.
 */
export async function readMembers(
  client: Pick<DataClient, 'rpc'>,
  { filters, sorters = [], pagination, meta }: ListParams,
): Promise<{ data: Member[]; total: number }> {
  const role = filterValue(filters, 'role')
  // Not as an address, which servers write into their logs: people are searched by name and phone.
  const answer = client.rpc('members', {
    query: filterValue(filters, SEARCH_FIELD),
    ...(isRole(role) && { role }),
    ...filterValues(filters, ['state', 'course', 'quiet']),
    sort: sortName(sorters[0]),
    page: pagination?.currentPage ?? 1,
    page_size: pagination?.pageSize ?? MEMBERS_PAGE_SIZE,
  })
  const page = object(unwrap(await answer.abortSignal(signalOf(meta))))
  return { data: list(page.members).map(parseMember), total: number(page.total) }
}

function sortName(sorter: CrudSorting[number] | undefined): string {
  if (sorter?.field === 'name') return sorter.order === 'desc' ? '-name' : 'name'
  return sorter?.order === 'asc' ? 'oldest' : 'newest'
}

/** Reads a member out of an answer of the database; throws DataError `MALFORMED` when it is something else. */
export function parseMember(json: Json): Member {
  const row = object(json)
  return {
    id: string(row.id),
    name: stringOrNull(row.name),
    email: string(row.email),
    role: oneOf(ROLES, row.role),
    created_at: string(row.created_at),
    disabled_at: stringOrNull(row.disabled_at),
    courses: number(row.courses),
  }
}

/** How a person without a name is called in the lists. */
export function memberName({ name }: { name: string | null }): string {
  return name?.trim() || 'Unnamed User'
}
