import type { Screen } from '../screens'
import { answerWith, changeAnswer, changeBoot, withFailedRead, withLostRead } from './mocks'

const member = { as: 'member', path: '/app/dashboard' } as const

/** Changes the library so that every course has these fields. */
const allAt = (course: object) =>
  changeAnswer<object[]>('**/rpc/library*', (courses) =>
    courses.map((row) => ({ ...row, resume: null, ended: false, expires_at: null, ...course })),
  )

const myInvite = () => ({
  state: 'ACTIVE',
  token: 'dd000000-0000-4000-8000-000000000001',
  email: 'member@rookies.test',
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  inviter: 'Priya Raman',
  courses: ['Databases: Questions in SQL'],
  mine: true,
})

/** The library, and the pages for an unknown address and for errors. */
export const libraryScreens: Screen[] = [
  { name: 'not-found', as: 'visitor', path: '/no/such/place', shows: 'Oops! Page not found' },
  {
    name: 'crash',
    ...member,
    shows: 'Unexpected Application Error!',
    expectProblems: [/library-page/, /Failed to fetch/, /console: /, /ERR_FAILED/],
    mock: (page) => page.route('**/assets/library-page*', (route) => route.abort()),
  },
  { name: 'library', everyRun: true, ...member, shows: 'Continue where you stopped' },
  {
    name: 'library-start',
    ...member,
    shows: 'Ready when you are',
    mock: allAt({ total: 4, completed: 0, last_activity_at: null }),
  },
  {
    name: 'library-review',
    ...member,
    shows: 'All finished',
    mock: allAt({ total: 4, completed: 4, next_lesson_id: null }),
  },
  {
    name: 'library-without-lessons',
    like: 'library',
    ...member,
    shows: 'No lessons yet.',
    mock: allAt({
      total: 0,
      completed: 0,
      duration_sec: 0,
      next_lesson_id: null,
      last_activity_at: null,
    }),
  },
  {
    name: 'library-maintenance',
    as: 'admin',
    path: member.path,
    shows: 'Maintenance mode is on: only administrators can get in.',
    mock: changeBoot({ settings: { maintenance_mode: true } }),
  },
  { name: 'library-empty', as: 'newcomer', path: member.path, shows: 'Free lessons to start with' },
  {
    name: 'library-empty-without-previews',
    as: 'newcomer',
    path: member.path,
    shows: 'No courses available',
    mock: answerWith('**/rpc/free_previews*', []),
  },
  {
    name: 'library-empty-previews-error',
    like: 'library-error',
    as: 'newcomer',
    path: member.path,
    shows: 'The free lessons could not be loaded',
    ...withFailedRead('**/rpc/free_previews*'),
  },
  {
    name: 'library-error',
    ...member,
    shows: 'Error Loading Courses',
    ...withFailedRead('**/rpc/library*'),
  },
  {
    name: 'library-needs-connection',
    ...member,
    shows: 'Your library needs a connection',
    ...withLostRead('**/rpc/library*'),
  },
  {
    name: 'library-category',
    as: 'member',
    path: `${member.path}?category=Web`,
    shows: 'HTML and CSS: Pages That Hold',
  },
  {
    name: 'library-category-empty',
    as: 'member',
    path: `${member.path}?category=None`,
    shows: 'No courses in this category',
  },
  {
    name: 'library-invite',
    ...member,
    shows: 'You have an invite',
    mock: (page) => answerWith('**/rpc/my_open_invite', myInvite())(page),
  },
]
