import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import {
  answerWith,
  changeBoot,
  combineMocks,
  drawsLogos,
  duringReset,
  failRequests,
  LOGOS,
} from './mocks'

const visitor = { as: 'visitor' } as const
const login = { ...visitor, path: '/login' } as const
const signUp = { ...visitor, path: '/signup' } as const
const forgotPassword = { ...visitor, path: '/forgot-password' } as const
const newcomer = { as: 'newcomer' } as const

/** Returns a new email each time, because the server pauses before it sends another mail to the same one. */
const newAddress = () => `${crypto.randomUUID().slice(0, 8)}@example.org`

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill('member@rookies.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

async function askForCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Login with secure code' }).click()
  await page.getByLabel('Email').fill(newAddress())
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').waitFor()
}

async function signUpAs(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').fill(newAddress())
  await page.getByLabel('Phone').fill('+49 30 123456')
  await page.getByLabel('Password', { exact: true }).fill('abacus')
  await page.getByLabel('Confirm Password', { exact: true }).fill('abacus')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
}

/** Signing in, signing up and choosing a new password. */
export const authFormScreens: Screen[] = [
  { name: 'welcome', ...visitor, path: '/', shows: 'Get Started' },
  ...['teal', 'blue', 'violet', 'plum', 'copper'].map(
    (accent): Screen => ({
      name: `welcome-${accent}`,
      ...visitor,
      path: '/',
      shows: 'Get Started',
      mock: changeBoot({ settings: { accent, site_name: 'Harbour Code School' } }),
      prepare: (page) => page.getByText('Harbour Code School').first().waitFor(),
    }),
  ),
  {
    name: 'login-plum',
    like: 'welcome-plum',
    ...login,
    shows: 'Log in',
    mock: changeBoot({ settings: { accent: 'plum' } }),
    prepare: (page) => page.locator('[data-accent="plum"]').waitFor(),
  },
  ...(['square', 'wide'] as const).map(
    (shape): Screen => ({
      name: `login-logo-${shape}`,
      ...login,
      shows: 'Log in',
      mock: combineMocks(
        drawsLogos,
        changeBoot({
          settings: { accent: 'blue', site_name: 'Harbour Code School', logo: LOGOS[shape] },
        }),
      ),
      prepare: (page) => page.locator('header img').waitFor(),
    }),
  ),
  { name: 'login', everyRun: true, ...login, shows: 'Log in' },
  {
    name: 'login-incomplete',
    ...login,
    shows: 'Email is required',
    prepare: (page) => page.getByRole('button', { name: 'Log in' }).click(),
  },
  {
    name: 'login-refused',
    ...login,
    shows: 'Invalid login credentials',
    expectProblems: [/400/],
    prepare: (page) => logIn(page, 'wrong words'),
  },
  {
    name: 'login-unconfirmed',
    like: 'login-refused',
    ...login,
    shows: 'Send the email again',
    expectProblems: [/400/],
    mock: failRequests('**/auth/v1/token*', 400, {
      code: 400,
      error_code: 'email_not_confirmed',
      msg: 'Email not confirmed',
    }),
    prepare: (page) => logIn(page, 'rookies-demo'),
  },
  {
    name: 'login-link-refused',
    ...visitor,
    path: '/login?error=access_denied&error_code=otp_expired',
    shows: 'This link is invalid or has expired.',
  },
  {
    name: 'secure-code',
    like: 'secure-code-wrong',
    ...login,
    shows: 'Send code',
    prepare: (page) => page.getByRole('button', { name: 'Login with secure code' }).click(),
  },
  {
    name: 'secure-code-sent',
    like: 'secure-code-wrong',
    ...login,
    shows: 'a six-digit code is on its way',
    prepare: askForCode,
  },
  {
    name: 'secure-code-wrong',
    ...login,
    shows: 'This code is wrong or has expired.',
    expectProblems: [/403/],
    prepare: async (page) => {
      await askForCode(page)
      await page.getByLabel('Code').fill('123456')
      await page.getByRole('button', { name: 'Log in' }).click()
    },
  },
  { name: 'sign-up', ...signUp, shows: 'Create your account' },
  {
    name: 'sign-up-incomplete',
    ...signUp,
    shows: 'Full name is required',
    prepare: (page) => page.getByRole('button', { name: 'Sign Up' }).click(),
  },
  {
    name: 'sign-up-refused',
    ...signUp,
    shows: 'Registration is closed. You need an invite to sign up.',
    expectProblems: [/422/],
    mock: failRequests('**/auth/v1/signup*', 422, {
      code: 422,
      error_code: 'unknown',
      msg: 'Registration is closed. You need an invite to sign up.',
    }),
    prepare: (page) => signUpAs(page, 'Nina New'),
  },
  {
    name: 'sign-up-confirm',
    ...signUp,
    shows: 'Please check your email to verify your account.',
    expectProblems: [/400/],
    prepare: (page) => signUpAs(page, 'Nina New'),
  },
  {
    name: 'sign-up-closed',
    ...signUp,
    shows: 'Registration is closed',
    mock: changeBoot({ settings: { allow_registration: false } }),
  },
  {
    name: 'confirm-email',
    like: 'reset-password-ask',
    ...visitor,
    path: '/confirm-email/0123456789abcdef',
    shows: 'Confirm my email',
  },
  {
    name: 'confirm-email-done',
    ...visitor,
    path: '/confirm-email/0123456789abcdef',
    shows: 'Your email is confirmed',
    mock: answerWith('**/auth/v1/verify*', {}),
    prepare: (page) => page.getByRole('button', { name: 'Confirm my email' }).click(),
  },
  { name: 'forgot-password', like: 'login', ...forgotPassword, shows: 'Send Reset Link' },
  {
    name: 'forgot-password-sent',
    ...forgotPassword,
    shows: 'Check your inbox for reset instructions.',
    prepare: async (page) => {
      await page.getByLabel('Email').fill(newAddress())
      await page.getByRole('button', { name: 'Send Reset Link' }).click()
    },
  },
  {
    name: 'reset-password-invalid',
    like: 'reset-password-ask',
    ...visitor,
    path: '/reset-password',
    shows: 'This password reset link is invalid or has expired.',
  },
  {
    name: 'reset-password-ask',
    ...visitor,
    path: '/reset-password/0123456789abcdef',
    shows: 'Choose a new password',
  },
  {
    name: 'reset-password',
    like: 'sign-up',
    ...newcomer,
    ...duringReset(),
    shows: 'Update Password',
  },
  {
    name: 'reset-password-mismatch',
    ...newcomer,
    ...duringReset(),
    shows: "Passwords Don't Match",
    prepare: async (page) => {
      await page.getByLabel('New Password', { exact: true }).fill('new words')
      await page.getByLabel('Confirm Password', { exact: true }).fill('other words')
      await page.getByRole('button', { name: 'Update Password' }).click()
    },
  },
]
