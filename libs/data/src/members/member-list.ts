import type { CrudFilters, CrudSorting } from '@refinedev/core'
import { isRole, ROLES, type Role } from '../access/roles'
import type { DataClient } from '../client'
import type { Database, Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, oneOf, string, stringOrNull } from '../json'
import {
  filtersOf,
  filterValue,
  type ListParams,
  SEARCH_FIELD,
  signalOf,
} from '../refine/list-params'

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

/** Orders of the list; the empty one is the newest first. */
export const MEMBER_SORTS = ['', 'oldest', 'name', '-name'] as const
export type MemberSort = (typeof MEMBER_SORTS)[number]

/** What a members' list shows, as it stands in its address. */
export interface MemberQuery {
  search: string
  /** Empty for all roles. */
  role: Role | ''
  state: MemberState
  sort: MemberSort
}

/** Reads a list's state from its address; whatever is unknown is left out. */
export function parseMemberParams(params: URLSearchParams): MemberQuery {
  const role = params.get('role')
  return {
    search: params.get('q')?.trim() ?? '',
    role: isRole(role) ? role : '',
    state: MEMBER_STATES.find((state) => state === params.get('state')) ?? '',
    sort: MEMBER_SORTS.find((sort) => sort === params.get('sort')) ?? '',
  }
}

/** The same for Refine, whose list hook keeps filters and sorters apart. */
export function memberFilters({ search, role, state }: MemberQuery): CrudFilters {
  return filtersOf({ [SEARCH_FIELD]: search, role, state })
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
  const [role, state] = [filterValue(filters, 'role'), filterValue(filters, 'state')]
  // Not as an address, which servers write into their logs: people are searched by name and phone.
  const answer = client.rpc('members', {
    query: filterValue(filters, SEARCH_FIELD),
    ...(isRole(role) && { role }),
    ...(state && { state }),
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
