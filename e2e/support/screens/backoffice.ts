import type { Screen } from '../screens'
import { answerWith, changeBoot, leaveUnanswered, withFailedRead, withMissingCode } from './mocks'

const dashboard = { as: 'admin', path: '/admin' } as const

const courseId = 'c0000000-0000-4000-8000-000000000001'
const counts = { courses: { total: 5, published: 4, draft: 1 }, invites: 3 }

/** The back-office's frame and dashboard, and accounts that may not enter. */
export const backofficeScreens: Screen[] = [
  { name: 'admin-dashboard', ...dashboard, shows: 'Recent Activity' },
  {
    name: 'admin-dashboard-waiting',
    like: 'admin-dashboard',
    ...dashboard,
    shows: 'More than 1,000 learners without activity for 14 days',
    mock: answerWith('**/rpc/dashboard*', {
      ...counts,
      members: { total: 98_412, creators: 6 },
      own: null,
      to_do: {
        quiet: 1001,
        stops: [
          {
            id: courseId,
            title: 'Rebase or merge? What teams of two and of two hundred do about it',
            course_id: courseId,
            course: 'Git from the First Commit',
            learners: 41,
          },
        ],
      },
      activity: [],
    }),
  },
  {
    name: 'admin-dashboard-own',
    like: 'admin-dashboard',
    ...dashboard,
    shows: 'Knots for Beginners',
    mock: answerWith('**/rpc/dashboard*', {
      ...counts,
      members: null,
      to_do: null,
      own: [
        {
          id: courseId,
          title: 'Git from the First Commit',
          status: 'PUBLISHED',
          learners: 84,
          quiet: 12,
        },
        {
          id: `${courseId.slice(0, -1)}2`,
          title: 'Knots for Beginners',
          status: 'DRAFT',
          learners: 1,
          quiet: 0,
        },
      ],
      activity: null,
    }),
  },
  {
    name: 'admin-dashboard-busy',
    ...dashboard,
    shows: 'Dashboard',
    mock: leaveUnanswered('**/rpc/dashboard*'),
    prepare: (page) => page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor(),
  },
  {
    name: 'admin-dashboard-error',
    ...dashboard,
    shows: 'Try Again',
    ...withFailedRead('**/rpc/dashboard*'),
  },
  {
    name: 'admin-maintenance',
    ...dashboard,
    shows: 'Maintenance mode is on: only administrators can get in.',
    mock: changeBoot({ settings: { maintenance_mode: true } }),
  },
  {
    name: 'admin-guard-busy',
    like: 'admin-members-loading',
    ...dashboard,
    shows: 'Loading...',
    mock: leaveUnanswered('**/rpc/boot'),
  },
  {
    name: 'admin-guard-error',
    like: 'admin-members-error',
    ...dashboard,
    shows: 'An unexpected error occurred',
    ...withFailedRead('**/rpc/boot'),
  },
  {
    name: 'admin-menu-sheet',
    ...dashboard,
    shows: 'Courses',
    prepare: (page) => page.getByRole('button', { name: 'Toggle sidebar' }).click(),
  },
  {
    name: 'admin-account-menu-sheet',
    like: 'admin-courses-menu-sheet',
    ...dashboard,
    shows: 'Sign Out',
    prepare: (page) => page.getByRole('button', { name: /^Account/ }).click(),
  },
  {
    name: 'admin-page-not-found',
    like: 'admin-denied',
    as: 'admin',
    path: '/admin/no-such-page',
    shows: /not found/i,
  },
  {
    name: 'admin-page-missing',
    like: 'admin-members-error',
    as: 'admin',
    path: '/admin/purchases',
    shows: 'This page could not be loaded',
    ...withMissingCode('purchases-list'),
  },
  { name: 'admin-denied', as: 'member', path: '/admin', shows: 'Access Denied' },
  {
    name: 'admin-moderator',
    as: 'moderator',
    path: '/admin/courses',
    shows: 'Admin access required',
  },
  {
    name: 'moderator-denied',
    as: 'member',
    path: '/moderator',
    shows: "You don't have permission to access the moderator panel",
  },
  {
    name: 'admin-two-factor-required',
    like: 'admin-denied',
    as: 'admin',
    path: '/admin/courses',
    shows: 'Two-Factor Authentication Required',
    mock: changeBoot({ account: { aal_required: true } }),
  },
]
