import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import {
  answerWith,
  changeAnswer,
  changeBoot,
  combineMocks,
  duringReset,
  failRequests,
  withFailedRead,
} from './mocks'

const factor = {
  id: 'f0000000-0000-4000-8000-000000000001',
  status: 'verified',
  factor_type: 'totp',
  friendly_name: 'Authenticator app',
  created_at: '2026-03-14T09:00:00Z',
  updated_at: '2026-03-14T09:00:00Z',
}
const codes = Array.from({ length: 10 }, (_, at) => `${at}f3a1-77c0e-5b9d2-e410${at}`)

const enrolment = {
  id: factor.id,
  type: 'totp',
  totp: {
    qr_code:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 7"><path fill="#000" d="M0 0h3v3H0zM4 0h3v3H4zM0 4h3v3H0zM5 5h2v1H5zM4 6h1v1H4z"/></svg>',
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Rookies:newcomer@rookies.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  },
}

const hasApp = (codes_left: number) =>
  combineMocks(
    changeAnswer<object>('**/auth/v1/user', (user) => ({ ...user, factors: [factor] })),
    answerWith('**/rpc/my_factors_state', { verified: 1, codes_left, codes_made_at: null }),
  )

const asksForCode = changeBoot({ account: { state: 'SECOND_FACTOR' } })
const startsSetup = answerWith('**/auth/v1/factors', enrolment)
const startsChallenge = answerWith('**/factors/*/challenge', {
  id: factor.id,
  type: 'totp',
  expires_at: 0,
})
const refusesCode = combineMocks(
  startsChallenge,
  failRequests('**/factors/*/verify', 422, {
    code: 422,
    error_code: 'mfa_verification_failed',
    msg: 'Invalid TOTP code entered',
  }),
)

/** Answers as Auth does to a correct code, so that the session has the second factor. */
async function acceptsCode(page: Page): Promise<void> {
  const session = await page.evaluate(() => localStorage.getItem('rookies-auth') ?? '')
  await combineMocks(startsChallenge, answerWith('**/factors/*/verify', JSON.parse(session)))(page)
}

async function setUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByLabel('Code', { exact: true }).waitFor()
}

async function confirm(page: Page): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill('123456')
  await page.keyboard.press('Enter')
}

const challenge = { as: 'newcomer', path: '/login/two-factor' } as const
const settings = { as: 'newcomer', path: '/app/profile/two-factor' } as const

/** The second factor: asked for at sign-in, set up, and removed. */
export const twoFactorScreens: Screen[] = [
  {
    name: 'second-factor',
    like: 'second-factor-recovery',
    ...challenge,
    shows: "Confirm it's you",
    mock: asksForCode,
  },
  {
    name: 'second-factor-wrong',
    ...challenge,
    shows: /This code is wrong or too old/,
    expectProblems: [/422/],
    mock: combineMocks(asksForCode, hasApp(8), refusesCode),
    prepare: confirm,
  },
  {
    name: 'second-factor-recovery',
    ...challenge,
    shows: 'Use this code',
    mock: asksForCode,
    prepare: (page) => page.getByRole('button', { name: 'Use a recovery code' }).click(),
  },
  { name: 'two-factor-off', ...settings, shows: 'Set up an authenticator app' },
  {
    name: 'two-factor-required',
    like: 'two-factor-off',
    as: 'newcomer',
    path: '/app/profile/two-factor?from=%2Fadmin',
    shows: 'The back-office requires two-factor sign-in.',
    mock: changeBoot({ account: { aal_required: true } }),
  },
  {
    name: 'two-factor-enrol',
    ...settings,
    shows: 'Scan this with the app',
    mock: startsSetup,
    prepare: setUp,
  },
  {
    name: 'two-factor-enrol-wrong',
    ...settings,
    shows: /This code is wrong or too old/,
    expectProblems: [/422/],
    mock: combineMocks(startsSetup, refusesCode),
    prepare: async (page) => {
      await setUp(page)
      await confirm(page)
    },
  },
  {
    name: 'two-factor-codes',
    ...settings,
    shows: 'Save your recovery codes',
    mock: combineMocks(startsSetup, acceptsCode, answerWith('**/rpc/make_recovery_codes', codes)),
    prepare: async (page) => {
      await setUp(page)
      await confirm(page)
    },
  },
  {
    name: 'two-factor-on',
    ...settings,
    shows: 'You have 8 recovery codes left.',
    mock: hasApp(8),
  },
  {
    name: 'two-factor-remove',
    like: 'second-factor-recovery',
    ...settings,
    shows: 'Yes, remove it',
    mock: hasApp(0),
    prepare: (page) => page.getByRole('button', { name: 'Remove authenticator app' }).click(),
  },
  {
    name: 'two-factor-error',
    ...settings,
    shows: 'This could not be loaded',
    ...withFailedRead('**/rpc/my_factors_state'),
  },
  {
    name: 'reset-password-factor',
    like: 'second-factor-recovery',
    as: 'newcomer',
    ...duringReset([factor]),
    shows: 'Your account has two-factor sign-in.',
  },
]
