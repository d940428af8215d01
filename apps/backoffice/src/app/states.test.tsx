import { accessibilityViolations } from '@rookies/ui/testing/accessibility'
import { statesWithoutBrowser } from '@rookies/ui/testing/state-patterns'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../test/open-panel'
import { bootAnswer, type WireAnswer } from '../test/wire'

preparePage()

const FAILS: WireAnswer = { status: 400, body: { code: 'P0001', message: 'refused' } }
const WAITS = new Promise<WireAnswer>(() => {})

const COURSE_ID = 'c0000000-0000-4000-8000-000000000001'
const COMMUNITY_ID = 'dc000000-0000-4000-8000-000000000201'
const PERSON_ID = 'dd000000-0000-4000-8000-000000000100'

const COURSE = `/admin/courses/${COURSE_ID}`
const PERSON = `/admin/members/${PERSON_ID}`
const COMMUNITY = `/admin/communities/${COMMUNITY_ID}`

const course = {
  id: COURSE_ID,
  title: 'Git from the First Commit',
  slug: 'git',
  description: null,
  status: 'PUBLISHED',
  category: null,
  author_name: 'Ida Instructor',
  author_description: null,
  thumbnail_url: null,
  created_by_id: 'me',
  updated_at: '2026-11-05T10:00:00+00:00',
}

const community = {
  id: COMMUNITY_ID,
  name: 'Git and friends',
  slug: 'git',
  description: null,
  cover_url: null,
  access: 'FREE',
  read_only: false,
  course_id: null,
  course: null,
  members: 0,
  posts: 0,
  reported: 0,
  updated_at: '2026-11-01T08:00:00Z',
}

const person = {
  id: PERSON_ID,
  name: 'Ada Okafor',
  email: 'ada@example.org',
  role: 'MEMBER',
  created_at: '2026-09-10T08:00:00Z',
  disabled_at: null,
  courses: 0,
  verified: true,
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

const noRecords = {
  count: 0,
  more: false,
  newer: false,
  older: false,
  many_people: false,
  records: [],
}
const noPurchases = {
  found: 0,
  total: 0,
  completed: 0,
  pending: 0,
  revenue: [],
  purchases: [],
  notices: [],
}
const noNotifications = {
  total: 0,
  bounded: false,
  newer: false,
  older: false,
  notifications: [],
  sums: { total: 0, global: 0, specific: 0, recent: 0 },
}

/** Answers below `/rest/v1/` that every state needs but none is about. */
const usual: Record<string, WireAnswer> = {
  'rpc/boot': { body: bootAnswer(ALL_RIGHTS) },
  courses: { body: [course], range: '0-0/1' },
  'rpc/person': { body: person },
  'rpc/managed_community': { body: community },
  'rpc/notification_feed': { body: bell },
  'rpc/managed_members': { body: { total: 0, members: [] } },
}

interface State {
  path: string
  /** A text that must be on the page before the state is checked. */
  shows: string
  answers: Record<string, WireAnswer | Promise<WireAnswer>>
  /** A button that is pressed once the page has loaded. */
  press?: RegExp
}

type States = Record<string, State>

/** Pages that read something, by the names of their states: the address, and the request. */
const PAGES = {
  'admin-audit-logs': ['/admin/audit-logs', 'rpc/audit_list'],
  'admin-communities': ['/admin/communities', 'rpc/managed_communities'],
  'admin-course': [COURSE, 'courses'],
  'admin-course-check': [`${COURSE}?check=1`, 'rpc/check_course'],
  'admin-course-content': [COURSE, 'rpc/course_content'],
  'admin-course-files': [`${COURSE}?tab=files`, 'rpc/course_files'],
  'admin-course-history': [`${COURSE}?tab=history`, 'rpc/course_history'],
  'admin-courses': ['/admin/courses', 'courses'],
  'admin-dashboard': ['/admin', 'rpc/dashboard'],
  'admin-due-work': ['/admin/due-work', 'rpc/due_work_list'],
  'admin-invites': ['/admin/invites', 'rpc/invite_list'],
  'admin-notifications': ['/admin/notifications', 'rpc/notification_list'],
  'admin-person': [PERSON, 'rpc/person'],
  'admin-person-access': [PERSON, 'rpc/person_access'],
  'admin-person-records': [`${PERSON}?tab=records`, 'rpc/person_audit'],
  'admin-purchases': ['/admin/purchases', 'rpc/purchase_list'],
  'admin-settings': ['/admin/settings', 'settings'],
  'moderator-analytics': ['/moderator/analytics', 'rpc/analytics'],
} as const satisfies Record<string, readonly [path: string, call: string]>

type Texts = Partial<Record<keyof typeof PAGES, string>>

/** Texts around the content while it loads. */
const LOADING: Texts = {
  'admin-audit-logs': 'Who did what',
  'admin-communities': 'Discussion spaces',
  'admin-course-check': 'Checking...',
  'admin-course-files': 'Files',
  'admin-course-history': 'History',
  'admin-due-work': 'What the site sends',
  'admin-invites': 'People you invited',
  'admin-notifications': 'Messages to your members',
  'admin-person': 'Person',
  'admin-purchases': 'What was sold',
  'admin-settings': 'Settings for everyone',
  'moderator-analytics': 'How far members',
}

/** Texts in place of content that could not be read. */
const FAILED: Texts = {
  'admin-audit-logs': 'Failed to load audit logs',
  'admin-communities': 'Failed to load communities',
  'admin-course': 'Failed to load course data',
  'admin-course-check': 'Failed to check the course',
  'admin-course-content': 'Failed to load course data',
  'admin-course-files': 'Failed to load the files',
  'admin-course-history': 'Failed to load history',
  'admin-courses': 'Failed to load courses',
  'admin-dashboard': 'Try Again',
  'admin-due-work': 'Failed to load background jobs',
  'admin-invites': 'Failed to load invites',
  'admin-notifications': 'Failed to load notifications',
  'admin-person': 'Failed to load person',
  'admin-person-access': 'Failed to load access',
  'admin-person-records': 'Failed to load records',
  'admin-purchases': 'Failed to load purchases',
  'admin-settings': 'Failed to load settings',
  'moderator-analytics': 'Failed to load analytics',
}

/** The states of pages for one answer; `end` is the last part of their names. */
function pagesWith(end: string, texts: Texts, answer: State['answers'][string]): States {
  return Object.fromEntries(
    Object.entries(PAGES).flatMap(([name, [path, call]]) => {
      const shows = texts[name as keyof typeof PAGES]
      return shows === undefined ? [] : [[name + end, { path, shows, answers: { [call]: answer } }]]
    }),
  )
}

/** Lists without records: the address, the request, its answer, and the text on the page. */
const EMPTY: Record<string, [path: string, call: string, body: object, shows: string]> = {
  'admin-audit-logs-empty': [
    '/admin/audit-logs?action=DELETE',
    'rpc/audit_list',
    noRecords,
    'No records found',
  ],
  'admin-communities-empty': [
    '/admin/communities?q=none',
    'rpc/managed_communities',
    { total: 0, communities: [] },
    'No communities found',
  ],
  'admin-due-work-empty': [
    '/admin/due-work?state=FAILED',
    'rpc/due_work_list',
    { found: 0, work: [], kinds: [], stopped: false },
    'No failed jobs',
  ],
  'admin-purchases-empty': [
    '/admin/purchases?q=none',
    'rpc/purchase_list',
    noPurchases,
    'No purchases found',
  ],
  'admin-members-empty': [
    '/admin/members?q=none',
    'rpc/members',
    { total: 0, members: [] },
    'No members found',
  ],
  'admin-notifications-none-found': [
    '/admin/notifications?q=none',
    'rpc/notification_list',
    noNotifications,
    'No notifications found',
  ],
  'admin-course-history-empty': [
    `${COURSE}?tab=history`,
    'rpc/course_history',
    [],
    'No changes recorded',
  ],
  'admin-course-files-empty': [`${COURSE}?tab=files`, 'rpc/course_files', [], 'No files yet'],
  'admin-person-purchases-empty': [`${PERSON}?tab=purchases`, 'purchases', [], 'No purchases'],
  'admin-person-sessions-empty': [
    `${PERSON}?tab=sessions`,
    'rpc/person_sessions',
    [],
    'Not signed in',
  ],
  'admin-community-no-members': [
    COMMUNITY,
    'rpc/managed_members',
    { total: 0, members: [] },
    'No members yet',
  ],
  'admin-community-no-reports': [
    `${COMMUNITY}?view=reports`,
    'rpc/community_reports',
    { total: 0, items: [] },
    'No open reports',
  ],
}

const emptyLists: States = Object.fromEntries(
  Object.entries(EMPTY).map(([name, [path, call, body, shows]]) => [
    name,
    { path, shows, answers: { [call]: { body } } },
  ]),
)

const openBell = { path: '/admin', press: /^Notifications/ }

/** States of the gallery whose pattern a browser checks with another state. */
const states: States = {
  ...pagesWith('-loading', LOADING, WAITS),
  ...pagesWith('-error', FAILED, FAILS),
  ...emptyLists,

  'admin-bell-empty-sheet': { ...openBell, shows: 'No notifications', answers: {} },
  'admin-bell-failed-sheet': {
    ...openBell,
    shows: 'Failed to fetch notifications',
    answers: { 'rpc/notification_feed': FAILS },
  },
  'admin-bell-offline-sheet': {
    ...openBell,
    shows: 'Failed to connect to real-time notifications',
    answers: {},
  },
}

it('covers every state that the browser leaves out', () => {
  expect(Object.keys(states).sort()).toEqual(statesWithoutBrowser('backoffice'))
})

it.each(Object.entries(states))('%s is accessible', async (name, state) => {
  const known = { ...usual, ...state.answers }
  openPanel(state.path, {}, (request) => known[request.path] ?? null)
  if (state.press) fireEvent.click(await screen.findByRole('button', { name: state.press }))
  await screen.findAllByText(new RegExp(`^${state.shows}`))
  if (name.endsWith('-loading')) await screen.findAllByText(/^(Loading|Checking)\.\.\.$/)
  expect(await accessibilityViolations()).toEqual([])
})
