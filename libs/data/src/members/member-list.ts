import { ROLES } from '../access/roles'
import type { Database, Json } from '../database.gen'
import { list, number, object, oneOf, string, stringOrNull } from '../json'
import { choice, courseFilter, defineList, type FilterValues, typed } from '../lists/define-list'
import { INACTIVE_FILTERS } from './inactive'

type ProfileRow = Database['public']['Tables']['profiles']['Row']

/** A person as the members' lists show them; dates are ISO dates. */
export interface Member
  extends Pick<ProfileRow, 'id' | 'name' | 'email' | 'role' | 'created_at' | 'disabled_at'> {
  /** Courses that are open to them. */
  courses: number
}

/** Values of the state filter. */
export const MEMBER_STATES = ['active', 'disabled'] as const

/** Value of the course filter that finds people to whom no course is open. */
export const NO_COURSE = 'none'

/**
 * The members' list (rules/members#member-list, rules/members#member-filters). `members()` answers it, because row
 * security keeps a search of the table from its index.
 */
export const MEMBER_LIST = defineList({
  resource: 'profiles',
  calls: 'members',
  pageSize: 50,
  filters: {
    q: typed((query) => ({ query })),
    role: choice(ROLES, (role) => ({ role })),
    state: choice(MEMBER_STATES, (state) => ({ state })),
    course: courseFilter((course) => ({ course }), NO_COURSE),
    quiet: choice(INACTIVE_FILTERS, (quiet) => ({ quiet })),
  },
  orders: {
    newest: { field: 'created_at', order: 'desc' },
    oldest: { field: 'created_at', order: 'asc' },
    name: { field: 'name', order: 'asc' },
    '-name': { field: 'name', order: 'desc' },
  },
  exported: { list: 'members' },
  parse: (page) => ({ data: list(page.members).map(parseMember), total: number(page.total) }),
})

/** By what the members' list is narrowed down. */
export type MemberFilterValues = FilterValues<(typeof MEMBER_LIST)['filters']>

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
