import { accessibilityViolations } from '@rookies/ui/testing/accessibility'
import { statesWithoutBrowser } from '@rookies/ui/testing/state-patterns'
import { cleanup, configure, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ALL_RIGHTS, openPanel, stubBrowser } from '../test/open-panel'
import { bootAnswer, type WireAnswer } from '../test/wire'

// The first state of a screen waits for its code.
configure({ asyncUtilTimeout: 20_000 })

beforeEach(stubBrowser)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

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
const noPurchases = { found: 0, total: 0, completed: 0, pending: 0, revenue: [], purchases: [] }
const noNotifications = {
  total: 0,
  bounded: false,
  newer: false,
  older: false,
  notifications: [],
  sums: { total: 0, global: 0, specific: 0, recent: 0 },
}

/** What is asked below `/rest/v1/` in every state, and not what the state is about. */
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
  /** What must be there before the state is looked at. */
  shows: string
  answers: Record<string, WireAnswer | Promise<WireAnswer>>
  /** Once it has loaded: the button to press. */
  press?: RegExp
  /** It says that it waits. */
  waits?: true
}

type States = Record<string, State>

/** A page whose content, which `call` asks for, is on its way; its heading says `shows`. */
const loading = (name: string, path: string, call: string, shows: string): States => ({
  [`${name}-loading`]: { path, shows, answers: { [call]: WAITS }, waits: true },
})

const failing = (name: string, path: string, call: string, shows: string): States => ({
  [`${name}-error`]: { path, shows, answers: { [call]: FAILS } },
})

const empty = (name: string, path: string, call: string, body: object, shows: string): States => ({
  [name]: { path, shows, answers: { [call]: { body } } },
})

const openBell = { path: '/admin', press: /^Notifications/ }

/** States of the gallery that are of one pattern with a state that is looked at in a browser. */
const states: States = {
  ...loading('admin-audit-logs', '/admin/audit-logs', 'rpc/audit_list', 'What was done'),
  ...loading(
    'admin-communities',
    '/admin/communities',
    'rpc/managed_communities',
    'Places to talk',
  ),
  ...loading('admin-due-work', '/admin/due-work', 'rpc/due_work_list', 'What is sent or done'),
  ...loading('admin-invites', '/admin/invites', 'rpc/invite_list', 'Whom you have asked'),
  ...loading(
    'admin-notifications',
    '/admin/notifications',
    'rpc/notification_list',
    'What you told',
  ),
  ...loading('admin-purchases', '/admin/purchases', 'rpc/purchase_list', 'What was sold'),
  ...loading('moderator-analytics', '/moderator/analytics', 'rpc/analytics', 'How far everybody'),
  ...loading('admin-person', PERSON, 'rpc/person', 'Person'),
  ...loading('admin-settings', '/admin/settings', 'settings', 'What holds for everybody'),
  ...loading('admin-course-history', `${COURSE}?tab=history`, 'rpc/course_history', 'History'),
  ...loading('admin-course-files', `${COURSE}?tab=files`, 'rpc/course_files', 'Files'),
  'admin-course-check-loading': {
    path: `${COURSE}?check=1`,
    shows: 'Checking...',
    answers: { 'rpc/check_course': WAITS },
  },

  ...failing(
    'admin-audit-logs',
    '/admin/audit-logs',
    'rpc/audit_list',
    'Failed to load audit logs',
  ),
  ...failing(
    'admin-communities',
    '/admin/communities',
    'rpc/managed_communities',
    'Failed to load communities',
  ),
  ...failing('admin-due-work', '/admin/due-work', 'rpc/due_work_list', 'Failed to load due work'),
  ...failing('admin-invites', '/admin/invites', 'rpc/invite_list', 'Failed to load invites'),
  ...failing(
    'admin-notifications',
    '/admin/notifications',
    'rpc/notification_list',
    'Failed to load notifications',
  ),
  ...failing(
    'admin-purchases',
    '/admin/purchases',
    'rpc/purchase_list',
    'Failed to load purchases',
  ),
  ...failing(
    'moderator-analytics',
    '/moderator/analytics',
    'rpc/analytics',
    'Failed to load analytics',
  ),
  ...failing('admin-person', PERSON, 'rpc/person', 'Failed to load person'),
  ...failing('admin-person-access', PERSON, 'rpc/person_access', 'Failed to load access'),
  ...failing(
    'admin-person-records',
    `${PERSON}?tab=records`,
    'rpc/person_audit',
    'Failed to load records',
  ),
  ...failing('admin-settings', '/admin/settings', 'settings', 'Failed to load settings'),
  ...failing('admin-dashboard', '/admin', 'rpc/dashboard', 'Try Again'),
  ...failing('admin-courses', '/admin/courses', 'courses', 'Failed to load courses'),
  ...failing('admin-course', COURSE, 'courses', 'Failed to load course data'),
  ...failing('admin-course-content', COURSE, 'rpc/course_content', 'Failed to load course data'),
  ...failing(
    'admin-course-history',
    `${COURSE}?tab=history`,
    'rpc/course_history',
    'Failed to load history',
  ),
  ...failing(
    'admin-course-files',
    `${COURSE}?tab=files`,
    'rpc/course_files',
    'Failed to load the files',
  ),
  ...failing(
    'admin-course-check',
    `${COURSE}?check=1`,
    'rpc/check_course',
    'Failed to check the course',
  ),

  ...empty(
    'admin-audit-logs-empty',
    '/admin/audit-logs?action=DELETE',
    'rpc/audit_list',
    noRecords,
    'No records found',
  ),
  ...empty(
    'admin-communities-empty',
    '/admin/communities?q=none',
    'rpc/managed_communities',
    { total: 0, communities: [] },
    'No communities found',
  ),
  ...empty(
    'admin-due-work-empty',
    '/admin/due-work?state=FAILED',
    'rpc/due_work_list',
    { found: 0, work: [], kinds: [], stopped: false },
    'Nothing was given up',
  ),
  ...empty(
    'admin-purchases-empty',
    '/admin/purchases?q=none',
    'rpc/purchase_list',
    noPurchases,
    'No purchases found',
  ),
  ...empty(
    'admin-members-empty',
    '/admin/members?q=none',
    'rpc/members',
    { total: 0, members: [] },
    'No members found',
  ),
  ...empty(
    'admin-notifications-none-found',
    '/admin/notifications?q=none',
    'rpc/notification_list',
    noNotifications,
    'No notifications found',
  ),
  ...empty(
    'admin-course-history-empty',
    `${COURSE}?tab=history`,
    'rpc/course_history',
    [],
    'No changes on record',
  ),
  ...empty(
    'admin-course-files-empty',
    `${COURSE}?tab=files`,
    'rpc/course_files',
    [],
    'No files yet',
  ),
  ...empty(
    'admin-person-purchases-empty',
    `${PERSON}?tab=purchases`,
    'purchases',
    [],
    'No purchases',
  ),
  ...empty(
    'admin-person-sessions-empty',
    `${PERSON}?tab=sessions`,
    'rpc/person_sessions',
    [],
    'Signed in nowhere',
  ),
  ...empty(
    'admin-community-no-members',
    COMMUNITY,
    'rpc/managed_members',
    { total: 0, members: [] },
    'No members yet',
  ),
  ...empty(
    'admin-community-no-reports',
    `${COMMUNITY}?view=reports`,
    'rpc/community_reports',
    { total: 0, items: [] },
    'No open reports',
  ),

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

it('looks at every state that is left out in the browser', () => {
  expect(Object.keys(states).sort()).toEqual(statesWithoutBrowser('backoffice'))
})

it.each(Object.entries(states))('%s is for everybody', async (_name, state) => {
  const known = { ...usual, ...state.answers }
  openPanel(state.path, {}, (request) => known[request.path] ?? null)
  if (state.press) fireEvent.click(await screen.findByRole('button', { name: state.press }))
  await screen.findAllByText(new RegExp(`^${state.shows}`))
  if (state.waits) await screen.findAllByText('Loading...')
  expect(await accessibilityViolations()).toEqual([])
})
