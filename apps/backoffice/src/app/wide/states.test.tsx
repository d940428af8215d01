import { accessibilityViolations } from '@rookies/ui/testing/accessibility'
import { statesWithoutBrowser } from '@rookies/ui/testing/state-patterns'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, it } from 'vitest'
import { COHORT_ID, details } from '../../test/cohorts'
import { dialogStates } from '../../test/dialog-states'
import { type } from '../../test/interact'
import { failSockets, openPanel, panelAt, preparePage, stubAnswers } from '../../test/open-panel'
import { pageStates } from '../../test/page-states'
import { WORK_ID } from '../../test/reviews'
import { ROLE_RIGHTS } from '../../test/role-rights'
import { community, course } from '../../test/rows'
import {
  DENIED_ANSWER,
  defaultAnswers,
  FAILED_ANSWER,
  NO_ANSWER,
  noNotifications,
  noPurchases,
  noRecords,
  PERSON_ID,
  type State,
  type States,
} from '../../test/state-answers'
import { bootAnswer, type WireRequest } from '../../test/wire'

preparePage()

const COURSE = `/admin/courses/${course.id}`
const PERSON = `/admin/members/${PERSON_ID}`
const COMMUNITY = `/admin/communities/${community.id}`
const COHORT = `/admin/cohorts/${COHORT_ID}`
const REVIEW = `/admin/reviews/${WORK_ID}`

/** Pages by the names of their states in the gallery: the address, and the request that the page waits for. */
const PAGES = {
  'admin-audit-logs': ['/admin/audit-logs', 'rpc/audit_list'],
  'admin-cohorts': ['/admin/cohorts', 'rpc/cohort_list'],
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
  'admin-review': [REVIEW, 'rpc/review'],
  'admin-reviews': ['/admin/reviews', 'rpc/review_queue'],
  'admin-settings': ['/admin/settings', 'settings'],
  'moderator-analytics': ['/moderator/analytics', 'rpc/analytics'],
} as const satisfies Record<string, readonly [path: string, call: string]>

type Texts = Partial<Record<keyof typeof PAGES, string>>

/** The text that each page shows while its content loads. */
const LOADING: Texts = {
  'admin-audit-logs': 'Who did what',
  'admin-cohorts': 'Groups that begin on a day',
  'admin-communities': 'Discussion spaces',
  'admin-course-check': 'Checking...',
  'admin-course-files': 'Files',
  'admin-course-history': 'History',
  'admin-due-work': 'What the site sends',
  'admin-invites': 'People you invited',
  'admin-notifications': 'Messages to your members',
  'admin-person': 'Person',
  'admin-purchases': 'What was sold',
  'admin-reviews': 'Work that was handed in',
  'admin-settings': 'Settings for everyone',
  'moderator-analytics': 'How far members',
}

/** The text that each page shows if its content could not be read. */
const FAILED: Texts = {
  'admin-audit-logs': 'Failed to load audit logs',
  'admin-cohorts': 'Failed to load cohorts',
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
  'admin-review': 'Failed to load work',
  'admin-reviews': 'Failed to load what waits for a review',
  'admin-settings': 'Failed to load settings',
  'moderator-analytics': 'Failed to load analytics',
}

/** Returns the states in which every page gets the same answer; `end` is the end of their names. */
function pagesWith(end: string, texts: Texts, answer: State['answers'][string]): States {
  return Object.fromEntries(
    Object.entries(PAGES).flatMap(([name, [path, call]]) => {
      const shows = texts[name as keyof typeof PAGES]
      return shows === undefined ? [] : [[name + end, { path, shows, answers: { [call]: answer } }]]
    }),
  )
}

/** Lists without records: the address, the request, its answer, and the text that the page shows. */
const EMPTY: Record<string, [path: string, call: string, body: object, shows: string]> = {
  'admin-audit-logs-empty': [
    '/admin/audit-logs?action=DELETE',
    'rpc/audit_list',
    noRecords,
    'No records found',
  ],
  'admin-cohorts-empty': [
    '/admin/cohorts',
    'rpc/cohort_list',
    { total: 0, cohorts: [] },
    'No cohorts yet',
  ],
  'admin-reviews-empty': [
    '/admin/reviews',
    'rpc/review_queue',
    { total: 0, rows: [] },
    'Nothing waits for a review',
  ],
  'admin-courses-empty': ['/admin/courses', 'courses', [], 'Get started by creating'],
  'admin-logs-empty': ['/admin/logs', 'courses', [], 'No logs yet'],
  'admin-courses-none': ['/admin/courses?q=none', 'courses', [], 'Try adjusting your search'],
  'admin-notifications-empty': [
    '/admin/notifications',
    'rpc/notification_list',
    noNotifications,
    'No notifications yet',
  ],
  'admin-course-check-none': [
    `${COURSE}?check=1`,
    'rpc/check_course',
    { lessons: 12, links: 0, found: 0, remarks: [] },
    '12 lessons, no remarks',
  ],
  'admin-course-files-unused-none': [
    `${COURSE}?tab=files&files=unused`,
    'rpc/course_files',
    [],
    'No unused files',
  ],
  'admin-members-narrowed': [
    '/admin/members?course=none&quiet=14&role=MODERATOR',
    'rpc/members',
    { total: 0, members: [] },
    'No members found',
  ],
  'moderator-analytics-nobody-quiet': [
    '/moderator/analytics?q=none&quiet=14',
    'rpc/analytics',
    { total: 0, members: [] },
    'No inactive members',
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

/** Empty lists on a cohort's page, which also needs the answer for the cohort. */
const emptyCohort: States = {
  'admin-cohort-messages-empty': {
    path: `${COHORT}?tab=messages`,
    shows: 'No messages yet',
    answers: {
      'rpc/cohort': { body: details },
      'rpc/cohort_message_list': { body: { total: 0, messages: [] } },
    },
  },
  'admin-cohort-no-extensions': {
    path: `${COHORT}?tab=extensions`,
    shows: 'No extensions',
    answers: {
      'rpc/cohort': { body: details },
      'rpc/extension_list': { body: { total: 0, rows: [] } },
    },
  },
  'admin-cohort-no-people': {
    path: COHORT,
    shows: 'No people yet',
    answers: {
      'rpc/cohort': { body: { ...details, people: 0, members: {}, state: 'DRAFT' } },
      'rpc/cohort_member_list': { body: { total: 0, people: [] } },
    },
  },
}

const emptyLists: States = Object.fromEntries(
  Object.entries(EMPTY).map(([name, [path, call, body, shows]]) => [
    name,
    { path, shows, answers: { [call]: { body } } },
  ]),
)

/** Pages of records that do not exist, and panels that the person may not open. */
const closed: States = {
  'admin-course-not-found': {
    path: '/admin/courses/00000000-0000-4000-8000-00000000dead',
    shows: 'There is no such course',
    answers: { courses: { body: [], range: '*/0' } },
    offers: 'Back to Courses',
  },
  'admin-cohort-not-found': {
    path: COHORT,
    shows: 'There is no such cohort',
    answers: { 'rpc/cohort': DENIED_ANSWER },
    offers: 'Back to Cohorts',
  },
  'admin-review-not-found': {
    path: REVIEW,
    shows: 'There is no such work',
    answers: { 'rpc/review': DENIED_ANSWER },
    offers: 'Back to Reviews',
  },
  'admin-community-not-found': {
    path: '/admin/communities/no-such-community',
    shows: 'There is no such community',
    answers: {},
    offers: 'Back to Communities',
  },
  'admin-moderator': {
    path: '/admin/courses',
    shows: 'Admin access required',
    answers: { 'rpc/boot': { body: bootAnswer(ROLE_RIGHTS.MODERATOR, { role: 'MODERATOR' }) } },
  },
  'moderator-denied': {
    path: '/moderator',
    shows: "You don't have permission to access the moderator panel",
    answers: { 'rpc/boot': { body: bootAnswer([], { role: 'MEMBER' }) } },
  },
}

/** States of the gallery that are checked here, because the browser checks another state that looks the same. */
const states: States = {
  ...pagesWith('-loading', LOADING, NO_ANSWER),
  ...pagesWith('-error', FAILED, FAILED_ANSWER),
  ...emptyLists,
  ...emptyCohort,
  ...dialogStates,
  ...pageStates,
  ...closed,
}

/** Finds a button, menu item, switch or checkbox by its name. */
function pressable(name: RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    const roles = ['button', 'menuitem', 'switch', 'checkbox']
    const found = roles.flatMap((role) => screen.queryAllByRole(role, { name })).at(-1)
    if (!found) throw new Error(`Nothing to press is called ${name}`)
    return found
  })
}

/** Finds a button of the top dialog. It searches repeatedly, because a dialog replaces its frame when its code has loaded. */
const inDialog = (name: string) =>
  waitFor(() =>
    within(screen.queryAllByRole('dialog').at(-1) ?? document.body).getByRole('button', { name }),
  )

it('the states checked here are those that the browser leaves out', () => {
  expect(Object.keys(states).sort()).toEqual(statesWithoutBrowser('backoffice'))
})

/** Returns the function that answers the requests of a state. */
function answersOf(state: State) {
  const known = { ...defaultAnswers, ...state.answers }
  return (request: WireRequest) => known[request.path] ?? null
}

async function expectAccessible(name: string, state: State): Promise<void> {
  for (const name of state.presses ?? []) fireEvent.click(await pressable(name))
  for (const [label, text] of state.types ?? []) type(await screen.findByLabelText(label), text)
  if (state.chooses) fireEvent.click(await screen.findByTitle(state.chooses))
  if (state.sends) fireEvent.click(await inDialog(state.sends))
  await screen.findAllByText(new RegExp(`^${state.shows}`))
  if (name.endsWith('-loading')) await screen.findAllByText(/^(Loading|Checking|Looking up)\.\.\.$/)
  if (state.offers) await screen.findByText(state.offers)
  expect(await accessibilityViolations()).toEqual([])
}

/**
 * Whether a state needs a newly mounted panel: it changes the panel's frame, shows the log of earlier errors, or has a
 * form that asks before it is left.
 */
const isAlone = ({ path, answers, types, offline }: State) =>
  Boolean(types || offline || answers['rpc/boot'] || path === '/admin' || path === '/admin/logs')

const entries = Object.entries(states)

it.each(entries.filter(([, state]) => isAlone(state)))('%s is accessible', async (name, state) => {
  if (state.offline) failSockets()
  openPanel(state.path, {}, answersOf(state))
  await expectAccessible(name, state)
})

/** A panel that is mounted once, and then opens one state after the other. */
let shared: ReturnType<typeof panelAt> | undefined
const root = createRoot(document.body.appendChild(document.createElement('div')))

it.each(entries.filter(([, state]) => !isAlone(state)))('%s is accessible', async (name, state) => {
  stubAnswers({}, answersOf(state))
  if (!shared) {
    shared = panelAt('/admin/nowhere', 'me')
    act(() => root.render(shared?.panel))
  }
  const { router, backend } = shared
  await screen.findByText('Oops! Page not found')
  await act(() => router.navigate(state.path))
  try {
    await expectAccessible(name, state)
  } finally {
    await act(() => router.navigate('/admin/nowhere'))
    backend.queries.removeQueries({ type: 'inactive' })
  }
})

afterAll(() => act(() => root.unmount()))
