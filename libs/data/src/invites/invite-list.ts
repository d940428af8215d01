import { ROLES } from '../access/roles'
import { type Answer, among, listOf, orNull, shape, string } from '../json'
import { choice, defineList, type FilterValues, pageOf, typed } from '../lists/define-list'
import { failure, type Toast } from '../toasts'
import { parseWithheld } from './withheld'

/** The states of an invite. The database computes them (rules/invites#invite-status). */
export const INVITE_STATES = ['ACTIVE', 'REDEEMED', 'EXPIRED', 'CANCELLED'] as const
export type InviteState = (typeof INVITE_STATES)[number]

export const parseSentInvite = shape({
  id: string,
  email: string,
  name: orNull(string),
  role: among(ROLES),
  state: among(INVITE_STATES),
  /** The token of the link; null if the invite is not active. */
  token: orNull(string),
  created_at: string,
  expires_at: string,
  redeemed_at: orNull(string),
  cancelled_at: orNull(string),
  invited_by_id: orNull(string),
  redeemed_by_id: orNull(string),
  /** The name or email of the sender; null if the account was deleted. */
  inviter: orNull(string),
  /** The titles of the courses. */
  courses: listOf(string),
  /** The title of the cohort that the person joins. */
  cohort: orNull(string),
  withheld: parseWithheld,
})
/** An invite in a list; dates are ISO. */
export type SentInvite = Answer<typeof parseSentInvite>

/**
 * The list of invites (rules/invites#invite-status), from the function `invite_list()`, because row-level security
 * would prevent a search of the table from using its index.
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
    /** Shows only the caller's own invites. */
    mine: choice(['true'], () => ({ mine: true })),
    /** Shows only invites to this cohort. */
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
  parse: pageOf('invites', parseSentInvite),
})

/** The values of the list's filters. */
export type InviteFilterValues = FilterValues<(typeof INVITE_LIST)['filters']>

/** Toasts about invites (rules/interface#messages). */
export const INVITE_MESSAGES = {
  listFailed: failure('Failed to load invites'),
  created: { text: 'Invite created successfully' },
  /** Shown by the screens for members, above the result of mailing. */
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
