import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { changeBoot, combineMocks, duringReset, leaveUnanswered } from './mocks'

/** Console errors of a browser without a connection. */
const CUT = [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/]

const OFFLINE = 'You are offline. Please try again when the connection returns.'

interface AuthRoute extends Pick<Screen, 'name' | 'as' | 'path' | 'mock' | 'ownPage'> {
  /** Fills the form with valid values. */
  fill: (page: Page) => Promise<void>
  press: string
  /** The button's label while the form is being sent. */
  busy: string
  /** The request that the form sends. */
  sends: string
}

const library = { as: 'member', path: '/app/dashboard' } as const
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

const authRoutes: AuthRoute[] = [
  {
    name: 'login',
    as: 'visitor',
    path: '/login',
    press: 'Log in',
    busy: 'Logging in...',
    sends: '**/auth/v1/token*',
    fill: async (page) => {
      await field(page, 'Email').fill('member@rookies.test')
      await field(page, 'Password').fill('rookies-demo')
    },
  },
  {
    name: 'sign-up',
    as: 'visitor',
    path: '/signup',
    press: 'Sign Up',
    busy: 'Creating account...',
    sends: '**/auth/v1/signup*',
    fill: async (page) => {
      await field(page, 'Full Name').fill('Nina New')
      await field(page, 'Email').fill('nina@example.org')
      await field(page, 'Phone').fill('+49 30 123456')
      await field(page, 'Password').fill('abacus')
      await field(page, 'Confirm Password').fill('abacus')
      await page.getByRole('checkbox').check()
    },
  },
  {
    name: 'forgot-password',
    as: 'visitor',
    path: '/forgot-password',
    press: 'Send Reset Link',
    busy: 'Sending...',
    sends: '**/auth/v1/recover*',
    fill: (page) => field(page, 'Email').fill('member@rookies.test'),
  },
  {
    name: 'reset-password',
    as: 'newcomer',
    ...duringReset(),
    press: 'Update Password',
    busy: 'Updating...',
    sends: '**/auth/v1/user*',
    fill: async (page) => {
      await field(page, 'New Password').fill('new words')
      await field(page, 'Confirm Password').fill('new words')
    },
  },
]

const maintenance = changeBoot({ settings: { maintenance_mode: true } })

/** The auth screens while they wait, offline and in maintenance, and accounts that may not enter. */
export const authRouteScreens: Screen[] = [
  ...authRoutes.flatMap(({ name, fill, press, busy, sends, ...route }): Screen[] => [
    {
      ...route,
      name: `${name}-busy`,
      shows: busy,
      prepare: async (page) => {
        await fill(page)
        await leaveUnanswered(sends)(page)
        await page.getByRole('button', { name: press, exact: true }).click()
      },
    },
    {
      ...route,
      name: `${name}-offline`,
      shows: OFFLINE,
      expectProblems: CUT,
      prepare: async (page) => {
        await fill(page)
        await page.context().setOffline(true)
        await page.getByRole('button', { name: press, exact: true }).click()
      },
    },
    {
      ...route,
      name: `${name}-maintenance`,
      shows: /is being worked on/,
      mock: route.mock ? combineMocks(route.mock, maintenance) : maintenance,
    },
  ]),
  {
    name: 'reset-password-verifying',
    as: 'visitor',
    path: '/reset-password/0123456789abcdef',
    shows: 'Verifying reset link...',
    mock: leaveUnanswered('**/auth/v1/verify*'),
    prepare: (page) => page.getByRole('button', { name: 'Choose a new password' }).click(),
  },
  {
    name: 'guard-busy',
    ...library,
    shows: 'Verifying authentication...',
    // The session has expired, and refreshing it gets no answer.
    mock: async (page) => {
      await leaveUnanswered('**/auth/v1/token*')(page)
      await page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('rookies-auth') ?? '{}')
        localStorage.setItem('rookies-auth', JSON.stringify({ ...session, expires_at: 1 }))
      })
    },
  },
  {
    name: 'welcome-maintenance',
    as: 'visitor',
    path: '/',
    shows: /is being worked on/,
    mock: maintenance,
  },
  {
    name: 'account-maintenance',
    like: 'login-maintenance',
    ...library,
    shows: 'Down for Maintenance',
    mock: changeBoot({ settings: { maintenance_mode: true }, account: { state: 'MAINTENANCE' } }),
  },
  {
    name: 'account-disabled',
    ...library,
    shows: 'Account Disabled',
    mock: changeBoot({ account: { state: 'DISABLED' } }),
  },
  {
    name: 'account-unverified',
    ...library,
    shows: 'Verify Your Email',
    mock: changeBoot({ account: { state: 'UNVERIFIED' } }),
  },
]
