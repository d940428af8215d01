import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { chooseFromTitleMenu } from '../title-menu'
import { answerWith, combineMocks, failRequests, whileLoading, withFailedRead } from './mocks'
import { queue } from './reviews'

const id = 'dd000000-0000-4000-8000-000000000100'

const ada = {
  id,
  name: 'Ada Okafor',
  email: 'ada@example.org',
  role: 'MEMBER',
  created_at: '2026-09-10T08:00:00Z',
  disabled_at: null as string | null,
  courses: 2,
  verified: true,
  phone: '+49 30 901820',
  factors: 1,
  last_at: '2026-11-20T08:00:00Z',
  counts: { purchases: 2, invites: 1, communities: 2, sessions: 2 },
}

const grant = {
  source: 'MANUAL',
  created_at: '2026-10-03T08:00:00Z',
  expires_at: '2026-12-03T08:00:00Z',
  by: 'Priya Raman',
}

const course = (n: number, title: string, answer: object) => ({
  id: `dc000000-0000-4000-8000-00000000030${n}`,
  title,
  slug: `course-${n}`,
  open: false,
  ...answer,
})

const access = [
  course(0, 'Git basics', { open: true, reason: 'GRANTED', grant }),
  course(1, 'HTML and CSS from the beginning, with every tag that you will ever need', {
    reason: 'ENDED',
    grant: { ...grant, source: 'PURCHASE', by: null, expires_at: '2026-11-03T08:00:00Z' },
  }),
  course(2, 'JavaScript', { reason: 'REVOKED', by: 'Priya Raman', at: '2026-11-09T08:00:00Z' }),
  course(3, 'Databases', { reason: 'NEVER_GRANTED' }),
  course(4, 'Testing', { reason: 'DRAFT' }),
]

const lesson = (n: number, title: string, answer: object) => ({
  id: `de000000-0000-4000-8000-00000000040${n}`,
  title,
  module: 'Getting started',
  open: false,
  ...answer,
})

const lessons = [
  lesson(0, 'What is a database?', { open: true, reason: 'PREVIEW' }),
  lesson(1, 'Tables', { reason: 'NEVER_GRANTED' }),
  lesson(2, 'Keys', { reason: 'NEVER_GRANTED' }),
  lesson(3, 'Joins', {
    reason: 'UNRELEASED',
    opens_at: '2026-12-07T08:00:00Z',
    day: 14,
    cohort: {
      id: 'dc000000-0000-4000-8000-000000000301',
      slug: 'autumn',
      title: 'Autumn',
      time_zone: 'Europe/Vienna',
    },
  }),
]

const record = (n: number, action: string, values: object) => ({
  id: n,
  action,
  target_type: 'entitlement',
  target_id: `df000000-0000-4000-8000-00000000050${n}`,
  created_at: `2026-11-0${n}T08:00:00Z`,
  user_id: 'dd000000-0000-4000-8000-000000000101',
  who: 'Priya Raman',
  actor: null,
  ip_address: '192.0.2.7',
  detailed: true,
  title: 'JavaScript',
  course_id: null,
  ...values,
})

const facts = '**/rpc/person?*'
const why = '**/rpc/person_access?*'

const isThere = combineMocks(
  answerWith(facts, ada),
  answerWith(why, access),
  answerWith('**/rpc/person_lessons?*', lessons),
  answerWith('**/rpc/member_analytics?*', [
    {
      id: 'dc000000-0000-4000-8000-000000000300',
      title: 'Git basics',
      slug: 'git',
      published: true,
      completed: 12,
      total: 18,
      last_at: '2026-11-20T08:00:00Z',
      access: 'OPEN',
      expires_at: '2026-12-03T08:00:00Z',
    },
  ]),
  answerWith('**/rest/v1/purchases?*', [
    {
      id: 'da000000-0000-4000-8000-000000000600',
      amount_cents: 4900,
      refunded_cents: 0,
      currency: 'EUR',
      provider: 'stripe',
      provider_ref: 'pi_3Q',
      reason: null,
      refund_reason: null,
      status: 'COMPLETED',
      created_at: '2026-10-03T08:00:00Z',
      course: { title: 'HTML and CSS' },
      community: null,
    },
  ]),
  answerWith('**/rpc/person_invites?*', [
    {
      id: 'db000000-0000-4000-8000-000000000700',
      email: 'ada@example.org',
      role: 'MEMBER',
      state: 'REDEEMED',
      created_at: '2026-09-09T08:00:00Z',
      expires_at: '2026-09-11T08:00:00Z',
      redeemed_at: '2026-09-10T08:00:00Z',
      cancelled_at: null,
      invited_by_id: 'dd000000-0000-4000-8000-000000000101',
      inviter: 'Priya Raman',
      courses: ['Git basics'],
    },
  ]),
  answerWith('**/rest/v1/community_members?*', [
    {
      role: 'MODERATOR',
      banned: false,
      joined_at: '2026-10-03T08:00:00Z',
      left_at: null,
      community: { id: 'dc000000-0000-4000-8000-000000000201', name: 'Git and friends' },
    },
    {
      role: 'MEMBER',
      banned: true,
      joined_at: '2026-10-01T08:00:00Z',
      left_at: null,
      community: { id: 'dc000000-0000-4000-8000-000000000202', name: 'Alumni' },
    },
  ]),
  answerWith('**/rpc/person_cohorts?*', [
    {
      id: 'dc000000-0000-4000-8000-000000000301',
      slug: 'autumn',
      title: 'Autumn',
      time_zone: 'Europe/Vienna',
      starts_on: '2026-11-09',
      ends_on: '2027-01-29',
      cohort_state: 'RUNNING',
      state: 'ACTIVE',
      joined_at: '2026-11-02T08:00:00Z',
      left_at: null,
      shift_days: 7,
      open_all: false,
      paused_on: null,
      behind: [{ reason: 'SILENT', days: 11, usual: 2.5, since: '2026-11-16' }],
      cleared: [
        {
          reason: 'NOT_STARTED',
          note: 'Called her: she was ill, and begins on Monday.',
          at: '2026-11-13T08:00:00Z',
          by: 'Priya Raman',
        },
      ],
    },
  ]),
  answerWith('**/rpc/person_sessions?*', [
    {
      id: 'd9000000-0000-4000-8000-000000000800',
      created_at: '2026-11-01T08:00:00Z',
      active_at: '2026-11-20T08:00:00Z',
      user_agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36',
      ip_address: '192.0.2.7',
    },
    {
      id: 'd9000000-0000-4000-8000-000000000801',
      created_at: '2026-11-02T08:00:00Z',
      active_at: '2026-11-19T08:00:00Z',
      user_agent: null,
      ip_address: null,
    },
  ]),
  answerWith('**/rpc/person_audit?*', [
    record(9, 'entitlement.revoke', {}),
    record(3, 'entitlement.grant', {}),
    record(1, 'user.role_change', { target_type: 'user', target_id: id, title: null }),
  ]),
)

const page = { as: 'admin', path: `/admin/members/${id}` } as const

const tab = (name: string, shows: Screen['shows'], like?: string): Screen => ({
  name: `admin-person-${name}`,
  like,
  ...page,
  path: `${page.path}?tab=${name}`,
  shows,
  mock: isThere,
})

const noList = { purchases: 0, invites: 0, communities: 0, sessions: 0 }

const empty = (name: string, pattern: string, shows: string): Screen => ({
  name: `admin-person-${name}-empty`,
  ...page,
  path: `${page.path}?tab=${name}`,
  shows,
  mock: combineMocks(answerWith(facts, { ...ada, counts: noList }), answerWith(pattern, [])),
})

/** The page of a person with each of its tabs, for administrators and for moderators. */
export const personScreens: Screen[] = [
  { name: 'admin-person', everyRun: true, ...page, shows: 'No: never granted.', mock: isThere },
  {
    name: 'admin-person-lessons',
    ...page,
    shows: /Yes: the lesson is a free preview/,
    mock: isThere,
    prepare: (page) => page.getByRole('button', { name: /Databases Closed/ }).click(),
  },
  {
    name: 'admin-person-day',
    ...page,
    path: `${page.path}?day=2030-01-31`,
    shows: /^Shows grants and schedules as of Jan 31, 2030/,
    mock: isThere,
  },
  {
    name: 'admin-person-calendar',
    ...page,
    shows: 'No: never granted.',
    mock: isThere,
    prepare: async (shown) => {
      await shown.getByRole('textbox', { name: 'On' }).click()
      await shown.locator('.ant-picker-header').waitFor()
    },
  },
  {
    name: 'moderator-person',
    like: 'admin-person',
    as: 'moderator',
    path: `/moderator/members/${id}`,
    shows: 'No: never granted.',
    mock: combineMocks(
      isThere,
      answerWith(facts, {
        ...ada,
        name: null,
        phone: null,
        factors: null,
        counts: { purchases: null, invites: 1, communities: null, sessions: null },
      }),
    ),
  },
  {
    name: 'admin-person-disabled',
    like: 'admin-person',
    ...page,
    shows: 'No: the account is disabled.',
    mock: combineMocks(
      isThere,
      answerWith(facts, { ...ada, disabled_at: '2026-11-01T08:00:00Z' }),
      answerWith(
        why,
        access.map(({ id, title, slug }) => ({
          id,
          title,
          slug,
          open: false,
          reason: 'DISABLED',
        })),
      ),
    ),
  },
  { name: 'admin-person-loading', ...page, shows: 'Person', ...whileLoading(facts) },
  { name: 'admin-person-error', ...page, shows: 'Failed to load person', ...withFailedRead(facts) },
  {
    name: 'admin-person-not-found',
    like: 'admin-denied',
    ...page,
    shows: 'There is no such person',
    expectProblems: [/404/],
    mock: failRequests(facts, 404, { code: 'PT404', hint: 'NO_PERSON', message: 'Gone.' }),
  },
  {
    name: 'admin-person-access-error',
    ...page,
    shows: 'Failed to load access',
    mock: combineMocks(isThere, withFailedRead(why).mock),
    expectProblems: withFailedRead(why).expectProblems,
  },
  {
    name: 'admin-person-menu',
    like: 'admin-courses-menu-sheet',
    ...page,
    shows: 'Reset two-factor sign-in',
    mock: isThere,
    prepare: async (page: Page) => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
    },
  },
  {
    name: 'admin-person-disable',
    ...page,
    shows: /^They can no longer open 2 courses/,
    mock: combineMocks(
      isThere,
      answerWith('**/rpc/disable_impact', {
        open: 2,
        sessions: 1,
        courses: { count: 0, names: [] },
        communities: { count: 1, names: ['Git and friends'] },
        invites: 0,
      }),
    ),
    prepare: (page) => chooseFromTitleMenu(page, 'Disable account'),
  },
  tab('progress', '12 of 18 lessons'),
  tab('cohorts', 'Called her: she was ill, and begins on Monday.'),
  {
    ...tab('progress', 'Building a page'),
    name: 'admin-person-work',
    like: 'admin-person-progress',
    mock: combineMocks(isThere, answerWith('**/rpc/person_work?*', queue.slice(0, 2))),
  },
  tab('purchases', 'pi_3Q', 'admin-person-cohorts'),
  tab('invites', 'Redeemed', 'admin-person-cohorts'),
  tab('communities', 'Git and friends', 'admin-person-cohorts'),
  tab('sessions', 'Chrome on Windows', 'admin-person-cohorts'),
  tab('records', 'Entitlement revoked'),
  empty('purchases', '**/rest/v1/purchases?*', 'No purchases'),
  empty('sessions', '**/rpc/person_sessions?*', 'Not signed in'),
  {
    name: 'admin-person-records-error',
    ...page,
    path: `${page.path}?tab=records`,
    shows: 'Failed to load records',
    mock: combineMocks(answerWith(facts, ada), withFailedRead('**/rpc/person_audit?*').mock),
    expectProblems: [/400/],
  },
]
