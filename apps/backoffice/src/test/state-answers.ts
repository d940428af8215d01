import { ALL_RIGHTS } from './open-panel'
import { community, course } from './rows'
import { bootAnswer, type WireAnswer } from './wire'

export const FAILED_ANSWER: WireAnswer = {
  status: 400,
  body: { code: 'P0001', message: 'refused' },
}
export const DENIED_ANSWER: WireAnswer = {
  status: 403,
  body: { code: '42501', message: 'refused' },
}
export const NO_ANSWER = new Promise<WireAnswer>(() => {})

export interface State {
  path: string
  /** A text that must appear before the state is checked. */
  shows: string
  answers: Record<string, WireAnswer | Promise<WireAnswer>>
  /** Names of the controls that are pressed in turn once the page has loaded. */
  presses?: readonly RegExp[]
  /** The texts that are typed next, each with the label of its field. */
  types?: readonly (readonly [label: string, text: string])[]
  /** The option that is chosen from the list that typing opens. */
  chooses?: RegExp
  /** The name of the button that is pressed last, in the dialog if one is open. */
  sends?: string
  /** The name of the button or link with which the person can continue. */
  offers?: string
  /** Set if connections for live changes fail. */
  offline?: true
}

export type States = Record<string, State>

export const PERSON_ID = 'dd000000-0000-4000-8000-000000000100'

export const PERSON = {
  id: PERSON_ID,
  name: 'Ada Okafor',
  email: 'ada@example.org',
  role: 'MEMBER',
  created_at: '2026-09-10T08:00:00Z',
  disabled_at: null,
  courses: 0,
  verified: true,
  mail_ended: null,
  phone: null,
  factors: 0,
  last_at: null,
  counts: { purchases: 0, invites: 0, communities: 0, sessions: 0 },
}

const bell = {
  notifications: [],
  more: false,
  unread: 0,
  muted: [],
  next_change_at: null,
  now: '2026-11-01T08:00:00Z',
}

export const noRecords = {
  count: 0,
  more: false,
  newer: false,
  older: false,
  many_people: false,
  records: [],
}
export const noPurchases = {
  found: 0,
  total: 0,
  completed: 0,
  pending: 0,
  revenue: [],
  purchases: [],
  notices: [],
}
export const noNotifications = {
  total: 0,
  bounded: false,
  newer: false,
  older: false,
  notifications: [],
  sums: { total: 0, global: 0, specific: 0, recent: 0 },
}

const sale = {
  id: 'd2000000-0000-4000-8000-000000000205',
  status: 'COMPLETED',
  amount_cents: 24_000,
  currency: 'JPY',
  refunded_cents: 0,
  item: 'The whole bootcamp',
  provider: 'scholarship',
  reason: null,
  refund_reason: null,
  provider_ref: 'grant-5',
  created_at: '2026-09-10T08:30:00Z',
  needs_member: false,
  buyer_email: null,
  member: { id: PERSON_ID, name: 'Ada Okafor', email: 'ada@example.org' },
}

/** A purchase by somebody without an account. */
const unassigned = {
  ...sale,
  id: 'd2000000-0000-4000-8000-000000000206',
  provider: 'stripe',
  needs_member: true,
  buyer_email: 'buyer@example.org',
  member: null,
}

/** The answer for a list of members' progress with one person. */
export const onePerson = {
  total: 1,
  members: [{ ...PERSON, ended: 0, completed: 0, total: 0, last_at: null }],
}

/** Answers below `/rest/v1/` that every state needs, whatever it tests. */
export const defaultAnswers: Record<string, WireAnswer> = {
  'rpc/boot': { body: bootAnswer(ALL_RIGHTS) },
  courses: { body: [course], range: '0-0/1' },
  'rpc/person': { body: PERSON },
  'rpc/managed_community': { body: community },
  'rpc/notification_feed': { body: bell },
  'rpc/managed_members': { body: { total: 0, members: [] } },
  'rpc/members': { body: { total: 1, members: [PERSON] } },
  'rpc/purchase_list': {
    body: { ...noPurchases, found: 2, total: 2, purchases: [sale, unassigned] },
  },
  'rpc/course_titles': { body: [course] },
}

const settingsRow = {
  site_name: 'Rookies',
  contact_email: 'help@rookies.test',
  site_description: '',
  time_zone: 'UTC',
  allow_registration: true,
  require_email_verification: true,
  enable_two_factor: false,
  creators_admin_panel: false,
  moderators_see_everybody: true,
  maintenance_mode: false,
  terms_text: '',
  privacy_text: '',
  accent: 'green',
  logo: '',
  updated_at: '2026-11-01T10:00:00Z',
}

/** Answers with the settings and the people whom they affect. */
export const settings: Record<string, WireAnswer> = {
  settings: { body: [settingsRow] },
  'rpc/settings_preview': {
    body: {
      administrators: 2,
      others: 1204,
      others_today: 86,
      staff: 9,
      factor_missing: 1,
      factor_missing_names: ['Alex Admin'],
      unverified: 14,
      creators: 3,
      creator_courses: 11,
      moderators: 3,
      moderators_without_cohort: 1,
      recent_sign_ups: 41,
      open_invites: 5,
      me_without_factor: true,
      me_unverified: false,
    },
  },
}
