import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { answerWith, combineMocks, failRequests, whileLoading, withFailedRead } from './mocks'

const MINUTES = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTES).toISOString()

const people = [
  ['Ada Okafor', 3, 0, 41, 60, 4],
  ['Grace Silva-Hernández', 1, 0, 12, 12, 95],
  ['Linus Nowak', 2, 1, 7, 48, 60 * 24 * 9],
  [null, 1, 0, 0, 20, null],
  ['Margaret Haddad', 0, 0, 0, 0, null],
  ['Barbara Moreau', 12, 0, 1103, 1400, 60 * 24 * 33],
] as const

const page50 = () => ({
  total: 100_000,
  members: people.map(([name, courses, ended, completed, total, minutes], i) => ({
    id: `dd000000-0000-4000-8000-00000000010${i}`,
    name,
    email: `${name?.split(' ')[0]?.toLowerCase() ?? 'somebody.without.a.name'}@example.org`,
    courses,
    ended,
    completed,
    total,
    last_at: minutes === null ? null : ago(minutes),
  })),
})

const course = (i: number, title: string, values: object) => ({
  id: `dc000000-0000-4000-8000-00000000010${i}`,
  title,
  slug: `course-${i}`,
  published: true,
  completed: 0,
  total: 12,
  last_at: null,
  access: 'OPEN',
  expires_at: null,
  ...values,
})

const courses = () => [
  course(1, 'Version control with Git', { completed: 12, last_at: ago(3) }),
  course(2, 'HTML and CSS', {
    completed: 5,
    total: 30,
    last_at: ago(60 * 50),
    expires_at: '2027-03-01T00:00:00Z',
  }),
  course(3, 'A course that is still being written', { published: false }),
  course(4, 'JavaScript', {
    access: 'ENDED',
    completed: 9,
    total: 40,
    last_at: ago(60 * 24 * 80),
    expires_at: '2026-10-01T00:00:00Z',
  }),
  course(5, 'Databases', { access: 'REVOKED', completed: 2, last_at: ago(60 * 24 * 120) }),
]

const list = '**/rpc/analytics'
const details = '**/rpc/member_analytics*'

const hasPeople = (page: Page) => answerWith(list, page50())(page)

const openMember = (page: Page) =>
  page.getByRole('button', { name: 'Analytics of Ada Okafor' }).click()

const moderator = { as: 'moderator', path: '/moderator/analytics' } as const

const admin = { as: 'admin', path: '/admin/analytics' } as const

/** The progress of all members, and of one. */
export const analyticsScreens: Screen[] = [
  { name: 'moderator-analytics', ...moderator, shows: 'Ada Okafor', mock: hasPeople },
  {
    name: 'admin-analytics',
    like: 'moderator-analytics',
    ...admin,
    shows: 'Ada Okafor',
    mock: hasPeople,
  },
  {
    name: 'moderator-analytics-loading',
    ...moderator,
    shows: 'How far members have come',
    ...whileLoading(list),
  },
  {
    name: 'moderator-analytics-nobody-quiet',
    as: 'moderator',
    path: '/moderator/analytics?q=nobody-is-called-this&quiet=14',
    shows: 'No inactive members',
  },
  {
    name: 'moderator-analytics-error',
    ...moderator,
    shows: 'Failed to load analytics',
    ...withFailedRead(list),
  },
  {
    name: 'member-analytics',
    ...moderator,
    shows: 'Access revoked',
    mock: (page) => combineMocks(hasPeople, answerWith(details, courses()))(page),
    prepare: openMember,
  },
  {
    name: 'member-analytics-none',
    ...moderator,
    shows: 'No courses assigned',
    mock: combineMocks(hasPeople, answerWith(details, [])),
    prepare: openMember,
  },
  {
    name: 'member-analytics-error',
    ...moderator,
    shows: 'Failed to load analytics',
    expectProblems: [/503/],
    mock: combineMocks(hasPeople, failRequests(details)),
    prepare: openMember,
  },
]
