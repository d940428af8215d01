import type { Screen } from '../screens'
import { answerWith, changeAnswer, combineMocks, withFailedRead } from './mocks'

const member = { as: 'member', path: '/app/dashboard' } as const
const id = (n: number) => `dc000000-0000-4000-8000-0000000004${String(n).padStart(2, '0')}`
const OPENS = '2099-12-07T08:00:00Z'
const ZONE = 'Europe/Vienna'

const week = {
  id: id(1),
  slug: 'autumn-2026',
  title: 'Autumn 2026',
  time_zone: ZONE,
  starts_on: '2026-11-09',
  ends_on: '2027-01-29',
  state: 'RUNNING',
  my_state: 'ACTIVE',
  day: 17,
  community: 'autumn-2026',
  total: 42,
  open: 12,
  done: 9,
  behind: [],
  changes_at: OPENS,
  opened: [
    ...[
      'Branches are cheap',
      'Conflicts, and what to do about them',
      'Rebasing a branch of your own',
    ].map((title, n) => ({
      id: id(10 + n),
      title,
      type: n === 1 ? 'VIDEO' : 'TEXT',
      sec: 540 + n * 300,
      course: 'Git from the First Commit',
      slug: 'git',
      opens_at: OPENS,
    })),
  ],
  next: [
    {
      title: 'Working with others',
      lessons: 6,
      course: 'Git from the First Commit',
      slug: 'git',
      opens_at: OPENS,
    },
    {
      title: 'A page that prints well',
      lessons: 1,
      course: 'HTML and CSS from the beginning',
      slug: 'html-css',
      opens_at: '2099-12-10T17:00:00Z',
    },
  ],
}

/** Puts the first course of the library into a cohort, with these fields changed. */
const inCohort = (course: object = {}) =>
  changeAnswer<object[]>('**/rpc/library*', (courses) =>
    courses.map((row, at) => (at === 0 ? { ...row, in_cohort: true, ...course } : row)),
  )
const weeks = (values: object = {}) =>
  combineMocks(inCohort(), answerWith('**/rpc/my_week*', [{ ...week, ...values }]))

interface Outline {
  modules: { lessons: object[] }[]
}

/** Changes the outline: lessons from the second module on open at `opens_at`, or, if it is null, after the pause. */
const shut = (opens_at: string | null, from = 1) =>
  changeAnswer<Outline>('**/rpc/course_outline*', (outline) => ({
    ...outline,
    changes_at: opens_at,
    time_zone: ZONE,
    modules: outline.modules.map((module, at) => ({
      ...module,
      lessons: module.lessons.map((lesson) =>
        at < from ? lesson : { ...lesson, open: false, done: false, opens_at },
      ),
    })),
  }))

const course = '/app/courses/git-from-the-first-commit'

const membership = {
  state: 'ACTIVE',
  cohort: {
    id: id(1),
    slug: week.slug,
    title: week.title,
    time_zone: ZONE,
    starts_on: week.starts_on,
    ends_on: week.ends_on,
    community: { slug: 'autumn-2026', name: 'Autumn 2026' },
  },
}
const mates = {
  people: [
    'Ada Okafor',
    'Linus Nowak',
    'Mia Müller',
    'Sam Osei',
    'Wolfeschlegelsteinhausenbergerdorff',
  ],
  staff: [
    { name: 'Grace Silva-Hernández', duty: 'LEAD' },
    { name: 'Tomás Silva', duty: 'COACH' },
  ],
}
const planned = { course: 'Git from the First Commit', slug: 'git', lessons: 1, done: 0 }
const schedule = {
  openings: [
    {
      ...planned,
      ...{ id: id(61), title: 'First steps', day: 0, opens_at: '2026-11-09T08:00:00Z', open: true },
      ...{ lessons: 5, done: 5 },
    },
    {
      ...planned,
      ...{ id: id(62), title: 'Branches and merging', day: 14, opens_at: '2026-11-23T08:00:00Z' },
      ...{ open: true, lessons: 4, done: 1 },
    },
    {
      ...planned,
      ...{ id: id(63), title: 'Working with others', day: 21, opens_at: OPENS, open: false },
    },
  ],
  dues: [
    {
      ...{ id: id(64), title: 'Your first repository', course: planned.course, slug: planned.slug },
      ...{ at: '2026-11-13T22:59:59Z', zone: ZONE, day: 4, open: true, state: 'PASSED' },
    },
  ],
  shift: 0,
  messages: [
    {
      ...{ id: id(65), title: 'Welcome, everybody', sender: 'Grace Silva-Hernández' },
      message: 'We meet on Monday at nine. Please read https://git-scm.example/book first.',
      created_at: '2026-11-09T07:00:00Z',
    },
  ],
}
const cohortPage = { as: 'member', path: `/app/cohorts/${week.slug}` } as const
const cohortMock = (calendar: object | null = null, names: object = mates) =>
  combineMocks(
    answerWith('**/cohort_members?*', [membership]),
    answerWith('**/rpc/cohort_mates*', names),
    answerWith('**/rpc/my_calendar*', calendar),
    answerWith('**/rpc/my_cohort_schedule*', schedule),
  )

const link = (state: string, values: object = {}) =>
  answerWith('**/functions/v1/cohort-link', {
    state,
    slug: 'autumn-2026',
    title: 'Autumn 2026',
    starts_on: week.starts_on,
    ends_on: week.ends_on,
    time_zone: ZONE,
    seats_left: 3,
    courses: ['Git from the First Commit', 'HTML and CSS from the beginning'],
    ...values,
  })
const linkPath = `/cohort/${'c0'.repeat(32)}`
const unsubscribePath = `/unsubscribe#${'c0'.repeat(32)}`
const unsubscribe = (wanted: boolean, mail = 'cohort_mails') =>
  answerWith('**/functions/v1/unsubscribe', { mail, wanted })

const failed = withFailedRead('**/rpc/my_week*')

const fact = (title: string, on: string, times: number | null = null) => ({
  ...{ id: id(51), lesson_id: id(51), slug: 'git', title, on, times },
})

const news = (kind: string, n: number, title: string, times: number) => ({
  ...{ kind, title, times, id: id(n), lesson_id: id(n), lesson: 'Water, leaves, and time' },
  ...{ course: 'Git from the First Commit', slug: 'git', mine: true },
  at: `2026-11-2${n % 10}T09:30:00Z`,
})

/** Cohorts as their people see them. */
export const learnerCohortScreens: Screen[] = [
  { name: 'library-this-week', ...member, shows: 'This week in', mock: weeks() },
  {
    name: 'library-this-week-behind',
    like: 'library-this-week',
    ...member,
    shows: 'You have not been here for',
    mock: weeks({ behind: [{ reason: 'SILENT', days: 9, usual: 2, since: '2026-11-16' }] }),
  },
  {
    name: 'library-this-week-behind-with-work',
    ...member,
    shows: 'and have had no answer since',
    mock: weeks({
      behind: [
        {
          ...{ reason: 'MISSED_DUES', days: 8, usual: null, since: '2026-11-19' },
          facts: [
            fact('Water, leaves, and time', '2026-11-12'),
            fact('A page about the first commit of a project', '2026-11-19'),
          ],
        },
        {
          ...{ reason: 'RETURNED_TWICE', days: 4, usual: null, since: '2026-11-23' },
          facts: [fact('Branches', '2026-11-23', 2)],
        },
        {
          ...{ reason: 'NOT_ANSWERED', days: 2, usual: null, since: '2026-11-25' },
          facts: [fact('Why does the second push fail?', '2026-11-25')],
        },
      ],
    }),
  },
  {
    name: 'library-news',
    ...member,
    shows: 'Your work and questions',
    mock: answerWith('**/rpc/my_news*', [
      news('RETURNED', 51, 'A page about the first commit of a project', 1),
      news('PASSED', 52, 'Branches are cheap', 1),
      news('ANSWERED', 53, 'Why does the second push fail?', 2),
      { ...news('ANSWERED', 54, 'Is a tag the same as a branch?', 1), mine: false },
    ]),
  },
  {
    name: 'library-news-error',
    ...member,
    shows: 'Your work and questions could not be loaded.',
    ...withFailedRead('**/rpc/my_news*'),
  },
  {
    name: 'library-this-week-paused',
    like: 'library-this-week',
    ...member,
    shows: 'You pause at the moment.',
    mock: weeks({ my_state: 'PAUSED', changes_at: null, next: [] }),
  },
  {
    name: 'library-this-week-begins',
    like: 'library-this-week',
    ...member,
    shows: 'Begins on',
    mock: weeks({ state: 'UPCOMING', day: -6, open: 0, done: 0, opened: [] }),
  },
  {
    name: 'library-this-week-error',
    like: 'library-news-error',
    ...member,
    shows: 'Your week could not be loaded.',
    ...failed,
    mock: combineMocks(inCohort(), failed.mock),
  },
  {
    name: 'library-waits-for-opening',
    like: 'library-this-week',
    ...member,
    shows: 'Next lesson opens',
    mock: combineMocks(
      inCohort({
        next_lesson_id: null,
        resume: null,
        completed: 2,
        opens_at: OPENS,
        time_zone: ZONE,
      }),
      answerWith('**/rpc/my_week*', [{ ...week, opened: [] }]),
    ),
  },
  { name: 'course-shut', as: 'member', path: course, shows: 'Opens', mock: shut(OPENS, 0) },
  {
    name: 'course-shut-paused',
    as: 'member',
    path: course,
    shows: 'Nothing more opens while you pause.',
    mock: shut(null, 0),
  },
  {
    name: 'course-shut-outline',
    like: 'course-shut',
    as: 'member',
    path: course,
    shows: 'Vienna',
    mock: shut(OPENS),
    from: 1280,
  },
  { name: 'cohort', ...cohortPage, shows: 'Who learns with you', mock: cohortMock() },
  {
    name: 'cohort-alone',
    ...cohortPage,
    shows: 'Nobody else has joined yet.',
    mock: cohortMock({ made_at: '2026-11-20T08:00:00Z' }, { people: [], staff: [] }),
  },
  {
    name: 'cohort-calendar-address',
    ...cohortPage,
    shows: 'Who learns with you',
    mock: combineMocks(
      cohortMock(),
      answerWith('**/rpc/make_calendar_address', { token: 'a1'.repeat(32), made_at: OPENS }),
    ),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Make an address' }).click()
      await page.getByLabel('Address').waitFor()
    },
  },
  {
    name: 'cohort-unknown',
    ...cohortPage,
    shows: 'Cohort not found',
    mock: answerWith('**/cohort_members?*', []),
  },
  {
    name: 'profile-cohorts',
    like: 'profile',
    as: 'member',
    path: '/app/profile',
    shows: 'Email me the messages to my cohorts',
    mock: answerWith('**/cohort_members?*', [membership]),
  },
  {
    name: 'cohort-link',
    as: 'visitor',
    path: linkPath,
    shows: 'Create your account',
    mock: link('OPEN'),
  },
  {
    name: 'cohort-link-member',
    like: 'cohort-link',
    as: 'member',
    path: linkPath,
    shows: '3 seats left',
    mock: link('OPEN'),
  },
  {
    name: 'cohort-link-full',
    as: 'member',
    path: linkPath,
    shows: 'This cohort has no seats left.',
    mock: link('FULL'),
  },
  {
    name: 'cohort-link-ended',
    as: 'visitor',
    path: linkPath,
    shows: 'This link has ended.',
    mock: link('ENDED'),
  },
  {
    name: 'cohort-link-off',
    as: 'visitor',
    path: linkPath,
    shows: 'This link has been switched off.',
    mock: link('OFF'),
  },
  {
    name: 'cohort-link-unknown',
    as: 'visitor',
    path: linkPath,
    shows: 'This link is not valid.',
    mock: answerWith('**/functions/v1/cohort-link', { state: 'UNKNOWN' }),
  },
  {
    name: 'unsubscribe',
    as: 'visitor',
    path: unsubscribePath,
    shows: 'No more emails',
    mock: unsubscribe(true),
  },
  {
    name: 'unsubscribed',
    like: 'unsubscribe',
    as: 'visitor',
    path: unsubscribePath,
    shows: 'You get no more',
    mock: unsubscribe(false),
  },
  {
    name: 'unsubscribe-reviews',
    as: 'visitor',
    path: unsubscribePath,
    shows: 'No more emails about reviews of your work?',
    mock: unsubscribe(true, 'review_mails'),
  },
  {
    name: 'unsubscribe-morning',
    like: 'unsubscribe',
    as: 'visitor',
    path: unsubscribePath,
    shows: 'No more morning emails about your inbox?',
    mock: unsubscribe(true, 'morning_mails'),
  },
]
