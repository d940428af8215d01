import type { Screen } from '../screens'
import { answers, failing } from './mocks'

const member = { as: 'member', path: '/app/dashboard' } as const

const myInvite = () => ({
  state: 'ACTIVE',
  token: 'dd000000-0000-4000-8000-000000000001',
  email: 'member@rookies.test',
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  inviter: 'Priya Raman',
  courses: ['Databases: Questions in SQL'],
  mine: true,
})

/** The library, and the pages that stand for one that cannot be shown. */
export const libraryScreens: Screen[] = [
  { name: 'not-found', as: 'visitor', path: '/no/such/place', shows: 'Oops! Page not found' },
  {
    name: 'crash',
    ...member,
    shows: 'Unexpected Application Error!',
    expectProblems: [/library-page/, /Failed to fetch/, /console: /, /ERR_FAILED/],
    mock: (page) => page.route('**/assets/library-page*', (route) => route.abort()),
  },
  { name: 'library', ...member, shows: 'In Library' },
  { name: 'library-empty', as: 'newcomer', path: member.path, shows: 'No courses available' },
  {
    name: 'library-error',
    ...member,
    shows: 'Error Loading Courses',
    ...failing('**/rpc/library*'),
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
    shows: 'No courses in None',
  },
  {
    name: 'library-invite',
    ...member,
    shows: 'You have an invitation',
    mock: (page) => answers('**/rpc/my_open_invite', myInvite())(page),
  },
]
