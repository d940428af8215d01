import type { Screen } from '../screens'
import { boots, failing, waits } from './mocks'

const dashboard = { as: 'admin', path: '/admin' } as const

/** The back-office's frame and dashboard, and who is kept out. */
export const backofficeScreens: Screen[] = [
  { name: 'admin-dashboard', ...dashboard, shows: 'Recent Activity' },
  {
    name: 'admin-dashboard-busy',
    ...dashboard,
    shows: 'Dashboard',
    mock: waits('**/rpc/dashboard*'),
    prepare: (page) => page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor(),
  },
  {
    name: 'admin-dashboard-error',
    ...dashboard,
    shows: 'Try Again',
    ...failing('**/rpc/dashboard*'),
  },
  { name: 'admin-guard-busy', ...dashboard, shows: 'Loading...', mock: waits('**/rpc/boot') },
  {
    name: 'admin-guard-error',
    ...dashboard,
    shows: 'An unexpected error occurred',
    ...failing('**/rpc/boot'),
  },
  {
    name: 'admin-menu-sheet',
    ...dashboard,
    shows: 'Courses',
    prepare: (page) => page.getByRole('button', { name: 'Toggle sidebar' }).click(),
  },
  {
    name: 'admin-account-menu-sheet',
    ...dashboard,
    shows: 'Sign Out',
    prepare: (page) => page.getByRole('button', { name: /^Account/ }).click(),
  },
  { name: 'admin-page-not-found', as: 'admin', path: '/admin/no-such-page', shows: /not found/i },
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
    as: 'admin',
    path: '/admin/courses',
    shows: 'Two-Factor Authentication Required',
    mock: boots({ account: { aal_required: true } }),
  },
]
