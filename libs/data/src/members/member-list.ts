import { ROLES } from '../access/roles'
import { type Answer, among, number, orNull, shape, string } from '../json'
import {
  choice,
  defineList,
  type FilterValues,
  idFilter,
  pageOf,
  typed,
} from '../lists/define-list'
import { failure, type Toast } from '../toasts'

/**
 * The values of the filter by inactivity: the number of days without activity for which a learner has left a course
 * unfinished, or never active (rules/members#quiet).
 */
export const INACTIVE_FILTERS = ['7', '14', '30', 'never'] as const
export type InactiveFilter = (typeof INACTIVE_FILTERS)[number]

export const parseMember = shape({
  id: string,
  name: orNull(string),
  email: string,
  role: among(ROLES),
  created_at: string,
  disabled_at: orNull(string),
  /** The number of courses that the person can open. */
  courses: number,
})
/** A person in the members' lists; dates are ISO. */
export type Member = Answer<typeof parseMember>

/**
 * The values of the state filter. `staff` stands for active people who can become staff of a cohort
 * (rules/cohorts#staff).
 */
export const MEMBER_STATES = ['active', 'disabled', 'staff'] as const

/** The value of the course filter for people who can open no course. */
export const NO_COURSE = 'none'

/**
 * The list of members (rules/members#member-list, rules/members#member-filters), from the function `members()`, because
 * row-level security would prevent a search of the table from using its index.
 */
export const MEMBER_LIST = defineList({
  resource: 'profiles',
  calls: 'members',
  pageSize: 50,
  filters: {
    q: typed((query) => ({ query })),
    role: choice(ROLES, (role) => ({ role })),
    state: choice(MEMBER_STATES, (state) => ({ state })),
    course: idFilter((course) => ({ course }), NO_COURSE),
    quiet: choice(INACTIVE_FILTERS, (quiet) => ({ quiet })),
  },
  orders: {
    newest: { field: 'created_at', order: 'desc' },
    oldest: { field: 'created_at', order: 'asc' },
    name: { field: 'name', order: 'asc' },
    '-name': { field: 'name', order: 'desc' },
  },
  exported: { list: 'members' },
  parse: pageOf('members', parseMember),
})

/** The values of the list's filters. */
export type MemberFilterValues = FilterValues<(typeof MEMBER_LIST)['filters']>

/** Returns the name that lists show, which is not empty even for a person without a name. */
export function memberName({ name }: { name: string | null }): string {
  return name?.trim() || 'Unnamed User'
}

/** Toasts of the members' screens (rules/interface#messages). */
export const MEMBER_MESSAGES = {
  listFailed: failure('Failed to load members'),
  roleSaved: { text: 'User role updated successfully' },
  roleFailed: failure('Failed to update user role'),
  accessSaved: { title: 'Saved', text: 'Course access updated.' },
  countFailed: failure('Failed to count what would change'),
  accessFailed: failure('Failed to update access'),
  disabled: { text: 'Account disabled' },
  enabled: { text: 'Account enabled' },
  stateFailed: failure('Failed to update account'),
  contactFailed: failure('Failed to load account'),
  corrected: { text: 'Email and phone updated' },
  mailAllowed: { text: 'Mail is sent again' },
  factorsReset: { text: 'Two-factor sign-in was reset' },
  factorsFailed: failure('Failed to reset two-factor sign-in'),
  whyFailed: failure('Failed to load access'),
  analyticsFailed: failure('Failed to load analytics'),
} as const satisfies Record<string, Toast>
