import type { Page } from '@playwright/test'
import type { Screen } from '../screens'

const factor = {
  id: 'f0000000-0000-4000-8000-000000000001',
  status: 'verified',
  factor_type: 'totp',
  friendly_name: 'Authenticator app',
  created_at: '2026-03-14T09:00:00Z',
  updated_at: '2026-03-14T09:00:00Z',
}
const codes = Array.from({ length: 10 }, (_, at) => `${at}f3a1-77c0e-5b9d2-e410${at}`)

/** The person is in another state than the seed's: their account says so. */
async function accountIs(page: Page, change: object): Promise<void> {
  await page.route('**/rpc/boot', async (route) => {
    const boot = await (await route.fetch()).json()
    await route.fulfill({ json: { ...boot, account: { ...boot.account, ...change } } })
  })
}

async function hasApp(page: Page, codesLeft: number): Promise<void> {
  await page.route('**/auth/v1/user', async (route) => {
    const user = await (await route.fetch()).json()
    await route.fulfill({ json: { ...user, factors: [factor] } })
  })
  await page.route('**/rpc/my_factors_state', (route) =>
    route.fulfill({ json: { verified: 1, codes_left: codesLeft, codes_made_at: null } }),
  )
}

async function toChallenge(page: Page): Promise<void> {
  await accountIs(page, { state: 'SECOND_FACTOR' })
  await page.goto('/login/two-factor')
  await page.getByRole('heading', { name: "Confirm it's you" }).waitFor()
}

async function begin(page: Page): Promise<void> {
  await page.route('**/auth/v1/factors', (route) =>
    route.fulfill({
      json: {
        id: factor.id,
        type: 'totp',
        totp: {
          qr_code:
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 7"><path fill="#000" d="M0 0h3v3H0zM4 0h3v3H4zM0 4h3v3H0zM5 5h2v1H5zM4 6h1v1H4z"/></svg>',
          secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
          uri: 'otpauth://totp/Rookies:newcomer@rookies.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        },
      },
    }),
  )
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByLabel('Code', { exact: true }).waitFor()
}

async function confirm(page: Page): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill('123456')
  await page.keyboard.press('Enter')
}

async function answerCode(page: Page, verify: { status: number; json: unknown }): Promise<void> {
  await page.route('**/factors/*/challenge', (route) =>
    route.fulfill({ json: { id: factor.id, type: 'totp', expires_at: 0 } }),
  )
  await page.route('**/factors/*/verify', (route) => route.fulfill(verify))
}

const wrong = {
  status: 422,
  json: { code: 422, error_code: 'mfa_verification_failed', msg: 'Invalid TOTP code entered' },
}

export const twoFactorScreens: Screen[] = [
  {
    name: 'second-factor',
    as: 'newcomer',
    path: '/forgot-password',
    shows: "Confirm it's you",
    prepare: toChallenge,
  },
  {
    name: 'second-factor-wrong',
    as: 'newcomer',
    path: '/forgot-password',
    shows: /This code is wrong or too old/,
    expectProblems: [/422/],
    prepare: async (page) => {
      await hasApp(page, 8)
      await answerCode(page, wrong)
      await toChallenge(page)
      await confirm(page)
    },
  },
  {
    name: 'second-factor-recovery',
    as: 'newcomer',
    path: '/forgot-password',
    shows: 'Use this code',
    prepare: async (page) => {
      await toChallenge(page)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
    },
  },
  {
    name: 'two-factor-off',
    as: 'newcomer',
    path: '/app/profile/two-factor',
    shows: 'Set up an authenticator app',
  },
  {
    name: 'two-factor-required',
    as: 'newcomer',
    path: '/forgot-password',
    shows: 'Your work in the back-office asks for it.',
    prepare: async (page) => {
      await accountIs(page, { aal_required: true })
      await page.goto('/app/profile/two-factor?from=%2Fadmin')
    },
  },
  {
    name: 'two-factor-enrol',
    as: 'newcomer',
    path: '/app/profile/two-factor',
    shows: 'Scan this with the app',
    prepare: begin,
  },
  {
    name: 'two-factor-enrol-wrong',
    as: 'newcomer',
    path: '/app/profile/two-factor',
    shows: /This code is wrong or too old/,
    expectProblems: [/422/],
    prepare: async (page) => {
      await begin(page)
      await answerCode(page, wrong)
      await confirm(page)
    },
  },
  {
    name: 'two-factor-codes',
    as: 'newcomer',
    path: '/app/profile/two-factor',
    shows: 'Save your recovery codes',
    prepare: async (page) => {
      await begin(page)
      const session = await page.evaluate(() => localStorage.getItem('rookies-auth') ?? '')
      await answerCode(page, { status: 200, json: JSON.parse(session) })
      await page.route('**/rpc/make_recovery_codes', (route) => route.fulfill({ json: codes }))
      await confirm(page)
    },
  },
  {
    name: 'two-factor-on',
    as: 'newcomer',
    path: '/forgot-password',
    shows: 'You have 8 recovery codes left.',
    prepare: async (page) => {
      await hasApp(page, 8)
      await page.goto('/app/profile/two-factor')
    },
  },
  {
    name: 'two-factor-remove',
    as: 'newcomer',
    path: '/forgot-password',
    shows: 'Yes, remove it',
    prepare: async (page) => {
      await hasApp(page, 0)
      await page.goto('/app/profile/two-factor')
      await page.getByRole('button', { name: 'Remove authenticator app' }).click()
    },
  },
  {
    name: 'two-factor-error',
    as: 'newcomer',
    path: '/app/profile/two-factor',
    shows: 'This could not be loaded',
    expectProblems: [/503/],
    prepare: async (page) => {
      await page.route('**/rpc/my_factors_state', (route) =>
        route.fulfill({ status: 503, json: { message: 'unavailable' } }),
      )
      await page.reload()
    },
  },
  {
    name: 'reset-password-factor',
    as: 'newcomer',
    path: '/forgot-password',
    shows: 'Your account has two-factor sign-in.',
    prepare: async (page) => {
      await page.evaluate(
        (factors) => {
          const session = JSON.parse(localStorage.getItem('rookies-auth') ?? '{}')
          session.user.factors = factors
          sessionStorage.setItem('rookies-recovery-auth', JSON.stringify(session))
          sessionStorage.setItem('rookies-recovery', String(Date.now()))
        },
        [factor],
      )
      await page.goto('/reset-password')
    },
  },
  {
    name: 'admin-two-factor-required',
    as: 'admin',
    path: '/forgot-password',
    shows: 'Two-Factor Authentication Required',
    prepare: async (page) => {
      await accountIs(page, { aal_required: true })
      await page.goto('/admin/courses')
    },
  },
]
