import { ROLES } from '../access/roles'
import type { Database, Json } from '../database.gen'
import { list, number, object, oneOf, string, stringOrNull } from '../json'
import { choice, defineList, type FilterValues, typed } from '../lists/define-list'
import { failure, type Toast } from '../toasts'
import { parseWithheld, type Withheld } from './withheld'

type InviteRow = Database['public']['Tables']['invites']['Row']

/** The states of an invite, which are computed and not stored (rules/invites#invite-status). */
export const INVITE_STATES = ['ACTIVE', 'REDEEMED', 'EXPIRED', 'CANCELLED'] as const
export type InviteState = (typeof INVITE_STATES)[number]

/** An invite in a list; dates are ISO. */
export interface SentInvite
  extends Pick<
    InviteRow,
    | 'id'
    | 'email'
    | 'name'
    | 'role'
    | 'created_at'
    | 'expires_at'
    | 'redeemed_at'
    | 'cancelled_at'
    | 'invited_by_id'
    | 'redeemed_by_id'
  > {
  state: InviteState
  /** Only active invites have a token. */
  token: string | null
  /** Name or email of the sender; null if the account was deleted. */
  inviter: string | null
  /** Titles. */
  courses: string[]
  /** The title of the cohort that the person joins. */
  cohort: string | null
  withheld: Withheld | null
}

/**
 * The list of invites (rules/invites#invite-status). The function `invite_list()` reads it, because row security would
 * keep a search of the table from using its index.
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
    /** Leaves out the invites of other senders. */
    mine: choice(['true'], () => ({ mine: true })),
    /** Leaves out invites that are not to this cohort. */
    cohort: typed((cohort_id) => ({ cohort_id })),
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

/** The values of the list's filters. */
export type InviteFilterValues = FilterValues<(typeof INVITE_LIST)['filters']>

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseSentInvite(json: Json): SentInvite {
  const row = object(json)
  return {
    id: string(row.id),
    email: string(row.email),
    name: stringOrNull(row.name ?? null),
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
    cohort: stringOrNull(row.cohort),
    withheld: parseWithheld(row.withheld),
  }
}

/** Toasts about invites (rules/interface#messages). */
export const INVITE_TOASTS = {
  listFailed: failure('Failed to load invites'),
  created: { text: 'Invite created successfully' },
  /** The members' screens show this above the result of the mail. */
  made: { text: 'Invite created' },
  createFailed: failure('Failed to create invite'),
  copied: { title: 'Copied!', text: 'Invite link copied to clipboard' },
  copyFailed: failure('The link could not be copied. Select it and copy it yourself.'),
  resent: { text: 'Invite sent again' },
  resendFailed: failure('Failed to resend invite'),
  cancelled: { text: 'Invite cancelled' },
  cancelFailed: failure('Failed to cancel invite'),
  countFailed: failure('Failed to count the invites'),
  manyCreateFailed: failure('Failed to create invites'),
  manyResendFailed: failure('Failed to resend invites'),
  manyCancelFailed: failure('Failed to cancel invites'),
  checkFailed: failure('Failed to check the list'),
} as const satisfies Record<string, Toast>
