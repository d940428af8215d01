import { ROLES } from '../access/roles'
import type { Database, Json } from '../database.gen'
import { list, number, object, oneOf, string, stringOrNull } from '../json'
import { choice, defineList, type FilterValues, typed } from '../lists/define-list'
import { parseWithheld, type Withheld } from './withheld'

type InviteRow = Database['public']['Tables']['invites']['Row']

/** What an invite has come to; derived, never stored (rules/invites#invite-status). */
export const INVITE_STATES = ['ACTIVE', 'REDEEMED', 'EXPIRED', 'CANCELLED'] as const
export type InviteState = (typeof INVITE_STATES)[number]

/** An invite as the lists show it; dates are ISO dates. */
export interface SentInvite
  extends Pick<
    InviteRow,
    | 'id'
    | 'email'
    | 'role'
    | 'created_at'
    | 'expires_at'
    | 'redeemed_at'
    | 'cancelled_at'
    | 'invited_by_id'
    | 'redeemed_by_id'
  > {
  state: InviteState
  /** Of an active one alone. */
  token: string | null
  /** Name or address of the sender; null when the account is gone. */
  inviter: string | null
  /** Titles. */
  courses: string[]
  withheld: Withheld | null
}

/**
 * The invites (rules/invites#invite-status). `invite_list()` answers, because row security keeps a search of the table
 * from its index.
 */
export const INVITE_LIST = defineList({
  resource: 'invites',
  calls: 'invite_list',
  pageSize: 50,
  filters: {
    q: typed((query) => ({ query })),
    status: choice(INVITE_STATES, (state) => ({ state })),
  },
  permanent: {
    /** Leaves out what others sent. */
    mine: choice(['true'], () => ({ mine: true })),
  },
  orders: {
    newest: { field: 'created_at', order: 'desc' },
    oldest: { field: 'created_at', order: 'asc' },
    ending: { field: 'expires_at', order: 'asc' },
    email: { field: 'email', order: 'asc' },
    '-email': { field: 'email', order: 'desc' },
  },
  exported: { list: 'invites', names: { state: 'status' } },
  parse: (page) => ({ data: list(page.invites).map(parseSentInvite), total: number(page.total) }),
})

/** By what the invites are narrowed down. */
export type InviteFilterValues = FilterValues<(typeof INVITE_LIST)['filters']>

/** Reads an invite out of an answer of the database; throws DataError `MALFORMED` when it is something else. */
export function parseSentInvite(json: Json): SentInvite {
  const row = object(json)
  return {
    id: string(row.id),
    email: string(row.email),
    role: oneOf(ROLES, row.role),
    state: oneOf(INVITE_STATES, row.state),
    token: stringOrNull(row.token),
    created_at: string(row.created_at),
    expires_at: string(row.expires_at),
    redeemed_at: stringOrNull(row.redeemed_at),
    cancelled_at: stringOrNull(row.cancelled_at),
    invited_by_id: stringOrNull(row.invited_by_id),
    redeemed_by_id: stringOrNull(row.redeemed_by_id),
    inviter: stringOrNull(row.inviter),
    courses: list(row.courses).map(string),
    withheld: parseWithheld(row.withheld),
  }
}
