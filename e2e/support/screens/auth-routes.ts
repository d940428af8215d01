import type { Page } from '@playwright/test'
import type { Screen } from '../screens'

/** What a browser says of a connection that is not there. */
const CUT = [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/]

const OFFLINE = 'You are offline. Please try again when the connection returns.'

interface AuthRoute {
  name: string
  as: Screen['as']
  path: string
  /** Fills the form with what may be sent. */
  fill: (page: Page) => Promise<void>
  press: string
  /** What the button says while it waits. */
  busy: string
  /** What the form sends. */
  sends: string
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** As after a reload in the middle of a reset: the session of the link, and the clock running. */
async function beginReset(page: Page): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.setItem('rookies-recovery-auth', localStorage.getItem('rookies-auth') ?? '')
    sessionStorage.setItem('rookies-recovery', String(Date.now()))
  })
  await page.goto('/reset-password')
  await field(page, 'New Password').waitFor()
}

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
    path: '/forgot-password',
    press: 'Update Password',
    busy: 'Updating...',
    sends: '**/auth/v1/user*',
    fill: async (page) => {
      await beginReset(page)
      await field(page, 'New Password').fill('new words')
      await field(page, 'Confirm Password').fill('new words')
    },
  },
]

/** No answer, for as long as the picture takes. */
const never = (page: Page, pattern: string) => page.route(pattern, () => undefined)

/** The opening call as it is, but for what is changed in it. */
async function opening(page: Page, change: { settings?: object; account?: object }): Promise<void> {
  await page.route('**/rpc/boot', async (route) => {
    const boot = await (await route.fetch()).json()
    const account = change.account ? { ...boot.account, ...change.account } : boot.account
    await route.fulfill({
      json: { ...boot, account, settings: { ...boot.settings, ...change.settings } },
    })
  })
  await page.reload()
}

const maintenance = (page: Page) => opening(page, { settings: { maintenance_mode: true } })

/** The auth routes while they wait, without a connection, and in maintenance; and the rooms that stay closed. */
export const authRouteScreens: Screen[] = [
  ...authRoutes.flatMap((authRoute): Screen[] => [
    {
      name: `${authRoute.name}-busy`,
      as: authRoute.as,
      path: authRoute.path,
      shows: authRoute.busy,
      prepare: async (page) => {
        await authRoute.fill(page)
        await never(page, authRoute.sends)
        await page.getByRole('button', { name: authRoute.press, exact: true }).click()
      },
    },
    {
      name: `${authRoute.name}-offline`,
      as: authRoute.as,
      path: authRoute.path,
      shows: OFFLINE,
      expectProblems: CUT,
      prepare: async (page) => {
        await authRoute.fill(page)
        await page.context().setOffline(true)
        await page.getByRole('button', { name: authRoute.press, exact: true }).click()
      },
    },
    {
      name: `${authRoute.name}-maintenance`,
      as: authRoute.as,
      path: authRoute.path,
      shows: /is being worked on/,
      prepare: async (page) => {
        if (authRoute.name === 'reset-password') await beginReset(page)
        await maintenance(page)
      },
    },
  ]),
  {
    name: 'reset-password-verifying',
    as: 'visitor',
    path: '/reset-password/0123456789abcdef',
    shows: 'Verifying reset link...',
    prepare: async (page) => {
      await never(page, '**/auth/v1/verify*')
      await page.getByRole('button', { name: 'Choose a new password' }).click()
    },
  },
  {
    name: 'guard-busy',
    as: 'member',
    path: '/forgot-password',
    shows: 'Verifying authentication...',
    // The session is too old, and nobody renews it.
    prepare: async (page) => {
      await never(page, '**/auth/v1/token*')
      await page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('rookies-auth') ?? '{}')
        localStorage.setItem('rookies-auth', JSON.stringify({ ...session, expires_at: 1 }))
      })
      await page.goto('/app/dashboard')
    },
  },
  {
    name: 'welcome-maintenance',
    as: 'visitor',
    path: '/',
    shows: /is being worked on/,
    prepare: maintenance,
  },
  {
    name: 'account-maintenance',
    as: 'member',
    path: '/app/dashboard',
    shows: 'Down for Maintenance',
    prepare: (page) =>
      opening(page, { settings: { maintenance_mode: true }, account: { state: 'MAINTENANCE' } }),
  },
  {
    name: 'account-disabled',
    as: 'member',
    path: '/app/dashboard',
    shows: 'Account Disabled',
    prepare: (page) => opening(page, { account: { state: 'DISABLED' } }),
  },
  {
    name: 'account-unverified',
    as: 'member',
    path: '/app/dashboard',
    shows: 'Verify Your Email',
    prepare: (page) => opening(page, { account: { state: 'UNVERIFIED' } }),
  },
]
