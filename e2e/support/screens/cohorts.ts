import type { Screen } from '../screens'
import { answerWith, combineMocks, whileLoading, withFailedRead } from './mocks'

export const id = (n: number) => `dc000000-0000-4000-8000-0000000003${String(n).padStart(2, '0')}`

const cohort = (n: number, title: string, values: object) => ({
  id: id(n),
  slug: title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  title,
  time_zone: 'Europe/Vienna',
  starts_on: '2026-11-09',
  ends_on: '2027-01-29',
  access_ends_on: '2027-07-31',
  seats: 60,
  state: 'RUNNING',
  draft: false,
  archived_at: null,
  updated_at: '2026-11-01T08:00:00Z',
  people: 58,
  courses: [
    { id: id(90), title: 'Git from the First Commit', slug: 'git' },
    { id: id(91), title: 'HTML and CSS from the beginning', slug: 'html-css' },
  ],
  staff: [
    { id: id(80), name: 'Grace Silva-Hernández', duty: 'LEAD' },
    { id: id(81), name: 'Linus Nowak', duty: 'COACH' },
  ],
  ...values,
})

const cohorts = [
  cohort(1, 'Autumn 2026', {}),
  cohort(2, 'Evenings in Buenos Aires, for people who work during the day', {
    time_zone: 'America/Argentina/Buenos_Aires',
    state: 'UPCOMING',
    starts_on: '2027-02-01',
    ends_on: '2027-04-30',
    people: 0,
    seats: null,
    staff: [],
  }),
  cohort(3, 'Spring 2026', { state: 'ENDED', starts_on: '2026-02-02', ends_on: '2026-05-29' }),
  cohort(4, 'Summer 2027', { state: 'DRAFT', courses: [], people: 0 }),
]

const details = (values: object = {}) => ({
  ...cohorts[0],
  members: { ACTIVE: 54, PAUSED: 2, GRADUATED: 2, LEFT: 3 },
  lessons: 42,
  openings: 9,
  community: { id: id(70), name: 'Autumn 2026', slug: 'autumn-2026' },
  my_duty: 'LEAD',
  ...values,
})

export const NAMES = [
  'Ada Okafor',
  'Grace Silva-Hernández',
  'Linus Nowak',
  'Mia Müller',
  'Sam Osei',
]
const STATES = ['ACTIVE', 'ACTIVE', 'PAUSED', 'GRADUATED', 'ACTIVE'] as const

/** The people of the cohort; from the sixth on, their names are numbered. */
export const people = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const name = `${NAMES[n % NAMES.length]}${n < NAMES.length ? '' : ` ${n + 1}`}`
    return {
      id: id(10 + n),
      name,
      email: `${name.split(' ')[0]?.toLowerCase()}.${n}@example.org`,
      state: STATES[n] ?? 'ACTIVE',
      joined_at: '2026-11-02T08:00:00Z',
      left_at: null,
      removed_by_staff: false,
      shift_days: n === 1 ? 7 : 0,
      open_all: n === 4,
      paused_on: n === 2 ? '2026-11-18' : null,
      completed: (n * 7) % 30,
      lessons: 42,
      last_at: n === 3 ? null : '2026-11-20T08:00:00Z',
    }
  })

const modules = [
  'Getting started',
  'Branches and merging',
  'Working with others',
  'The first page',
  'Boxes and colours',
  'Layouts that bend',
  'Forms',
].map((title, n) => ({
  id: id(60 + n),
  title,
  course: n < 3 ? 'Git from the First Commit' : 'HTML and CSS from the beginning',
  lessons: 6,
}))

export const progress = (count: number) => ({
  modules,
  people: people(count).map((person, n) => {
    const reached = (n * 5) % 13
    return {
      ...person,
      opened: 12,
      opened_done: Math.max(0, 12 - reached),
      done: modules.map((_, at) => Math.max(0, Math.min(6, 12 - reached - at * 6))),
    }
  }),
})

const lesson = (n: number, title: string, release: object | null = null) => ({
  id: id(40 + n),
  title,
  type: 'TEXT',
  sec: null,
  free: false,
  release,
  due: null,
})
/** An assignment with its own due day (`said`) and the cohort's due date (`own`). */
const assignment = (n: number, title: string, said: number | null, own: object | null = null) => ({
  ...lesson(n, title),
  type: 'ASSIGNMENT',
  due: { said: { day: said, at_time: '18:00' }, own },
})
const opens = (n: number, day: number, at_time: string) => ({
  id: id(50 + n),
  day,
  at_time,
  opens_at: '2026-11-09T08:00:00Z',
})
const schedule = (today: string) => ({
  starts_on: '2026-11-09',
  ends_on: '2027-01-29',
  time_zone: 'Europe/Vienna',
  today,
  courses: [
    {
      id: id(90),
      title: 'Git from the First Commit',
      slug: 'git',
      modules: [
        {
          id: id(60),
          title: 'Getting started',
          release: null,
          lessons: [
            lesson(0, 'What version control is for'),
            lesson(1, 'The first commit', opens(1, 2, '09:00')),
            assignment(4, 'A repository of your own', 6),
          ],
        },
        {
          id: id(61),
          title: 'Branches and merging',
          release: opens(2, 7, '09:00'),
          lessons: [
            lesson(2, 'Branches'),
            lesson(3, 'Conflicts, and what to do about them'),
            assignment(5, 'A merge with a conflict', 11, { day: 13, at_time: null }),
            assignment(6, 'A history that reads well', null),
          ],
        },
        { id: id(62), title: 'Working with others', release: opens(3, 14, '09:00'), lessons: [] },
      ],
    },
  ],
})

const list = '**/rpc/cohort_list*'
const one = '**/rpc/cohort?*'
const members = '**/rpc/cohort_member_list*'

const nobodyBehind = answerWith('**/rpc/cohort_behind*', [])

const noFigures = answerWith('**/rpc/assignment_figures*', { since: '2026-08-20', assignments: [] })

export const shown = (values: object = {}, total = 5, fell = nobodyBehind) =>
  combineMocks(
    answerWith(one, details(values)),
    answerWith(members, { total, people: people(total) }),
    noFigures,
    fell,
  )
export const page = { as: 'admin', path: `/admin/cohorts/${id(1)}` } as const
export const tab = (name: string) => ({ as: 'admin', path: `${page.path}?tab=${name}` }) as const

/** Cohorts as administrators and moderators manage them. */
export const cohortScreens: Screen[] = [
  {
    name: 'admin-cohorts',
    as: 'admin',
    path: '/admin/cohorts',
    shows: 'Autumn 2026',
    mock: answerWith(list, { total: cohorts.length, cohorts }),
  },
  {
    name: 'admin-cohorts-loading',
    as: 'admin',
    path: '/admin/cohorts',
    shows: 'Groups that begin on a day',
    ...whileLoading(list),
  },
  {
    name: 'admin-cohorts-empty',
    as: 'admin',
    path: '/admin/cohorts',
    shows: 'No cohorts yet',
    mock: answerWith(list, { total: 0, cohorts: [] }),
  },
  {
    name: 'admin-cohorts-error',
    as: 'admin',
    path: '/admin/cohorts',
    shows: 'Failed to load cohorts',
    ...withFailedRead(list),
  },
  {
    name: 'admin-cohorts-create',
    as: 'admin',
    path: '/admin/cohorts?new=cohort',
    shows: 'All days and times of the cohort are meant there.',
  },
  {
    name: 'moderator-cohorts',
    like: 'admin-cohorts',
    as: 'moderator',
    path: '/moderator/cohorts',
    shows: 'Autumn 2026',
    mock: answerWith(list, { total: 1, cohorts: [cohorts[0]] }),
  },
  { name: 'admin-cohort', ...page, shows: 'Ada Okafor', mock: shown() },
  {
    name: 'admin-cohort-not-found',
    as: 'admin',
    path: `/admin/cohorts/${id(99)}`,
    shows: 'There is no such cohort',
    expectProblems: [/404/],
  },
  {
    name: 'admin-cohort-no-people',
    ...page,
    shows: 'No people yet',
    mock: combineMocks(
      answerWith(one, details({ people: 0, members: {}, state: 'DRAFT' })),
      answerWith(members, { total: 0, people: [] }),
      nobodyBehind,
    ),
  },
  {
    name: 'admin-cohort-invited',
    ...tab('invited'),
    shows: 'nina.0@example.org',
    mock: combineMocks(
      shown({ invited: 2 }),
      answerWith('**/rpc/invite_list', {
        total: 2,
        invites: [0, 1].map((n) => ({
          ...{ id: id(120 + n), email: `nina.${n}@example.org`, name: 'Nina New', role: 'MEMBER' },
          ...{ state: 'ACTIVE', token: id(130 + n), created_at: '2026-11-20T08:00:00Z' },
          ...{ expires_at: '2099-01-01T00:00:00Z', redeemed_at: null, cancelled_at: null },
          ...{ invited_by_id: null, redeemed_by_id: null, withheld: null, inviter: 'Priya Raman' },
          ...{ courses: [], cohort: 'Autumn 2026' },
        })),
      }),
    ),
  },
  {
    name: 'admin-cohort-selected',
    like: 'admin-members-selected',
    ...page,
    shows: '5 selected',
    mock: shown(),
    prepare: (page) => page.getByRole('checkbox', { name: 'Select this page' }).check(),
  },
  {
    name: 'admin-cohort-person-menu',
    like: 'admin-courses-menu-sheet',
    ...page,
    shows: 'Open Everything',
    mock: shown(),
    prepare: (page) => page.getByRole('button', { name: 'Options for Ada Okafor' }).click(),
  },
  {
    name: 'admin-cohort-leave',
    ...page,
    shows: 'They lose the access that this cohort gives',
    mock: shown(),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Options for Ada Okafor' }).click()
      await page.getByRole('menuitem', { name: 'Mark as Left' }).click()
    },
  },
  {
    name: 'admin-cohort-move',
    ...page,
    shows: '6 openings and 2 due dates move, 4 lie in the past and stay.',
    mock: combineMocks(
      shown(),
      answerWith('**/rpc/move_cohort', {
        moves: 6,
        stays: 3,
        dues_move: 2,
        dues_stay: 1,
        begun: true,
        starts_on: '2026-11-09',
        ends_on: '2027-02-05',
        access_ends_on: '2027-08-07',
        people: 58,
        names: ['Ada Okafor', 'Ben Müller', 'Cleo Silva', 'Dan Osei', 'Eve Nowak'],
        changes: [
          { kind: 'OPENING', title: 'Branches', from: '2026-11-30', to: '2026-12-07' },
          { kind: 'DUE', title: 'A first page', from: '2026-12-04', to: '2026-12-11' },
        ],
      }),
    ),
    prepare: (page) => page.getByRole('button', { name: 'Move', exact: true }).click(),
  },
  {
    name: 'admin-cohort-again',
    like: 'admin-cohort-move',
    ...page,
    shows: 'Nobody is in it yet.',
    mock: shown(),
    prepare: (page) => page.getByRole('button', { name: 'Start Again' }).click(),
  },
  {
    name: 'admin-cohort-schedule',
    ...tab('schedule'),
    shows: 'Branches and merging',
    mock: combineMocks(shown(), answerWith('**/rpc/cohort_schedule*', schedule('2026-11-17'))),
    prepare: (page) => page.getByRole('button', { name: 'Show Lessons' }).click(),
  },
  {
    name: 'admin-cohort-schedule-selected',
    like: 'admin-members-selected',
    ...tab('schedule'),
    shows: '1 selected',
    mock: combineMocks(shown(), answerWith('**/rpc/cohort_schedule*', schedule('2026-11-17'))),
    prepare: (page) =>
      page.getByRole('checkbox', { name: 'Select Module Branches and merging' }).check(),
  },
  {
    name: 'admin-cohort-opening',
    ...tab('schedule'),
    shows: 'Day 7 of the cohort.',
    mock: combineMocks(shown(), answerWith('**/rpc/cohort_schedule*', schedule('2026-11-17'))),
    prepare: (page) => page.getByRole('button', { name: /^Module Branches and merging/ }).click(),
  },
  {
    name: 'admin-cohort-due-date',
    like: 'admin-cohort-opening',
    ...tab('schedule'),
    shows: 'Day 6 of the cohort.',
    mock: combineMocks(shown(), answerWith('**/rpc/cohort_schedule*', schedule('2026-11-17'))),
    prepare: (page) =>
      page.getByRole('button', { name: /^Due date of A repository of your own/ }).click(),
  },
  {
    name: 'admin-cohort-staff',
    like: 'admin-cohort',
    ...tab('staff'),
    shows: 'Linus Nowak',
    mock: shown(),
  },
  {
    name: 'admin-cohort-progress',
    ...tab('progress'),
    shows: '60 people',
    mock: combineMocks(shown(), answerWith('**/rpc/cohort_progress*', progress(60))),
  },
]
