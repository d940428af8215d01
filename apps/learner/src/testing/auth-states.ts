import { fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { session } from './open-portal'
import { LOST_CONNECTION, NO_ANSWER, press, type States, type } from './state-kit'

async function fillSignUp(): Promise<void> {
  await type('Full Name', 'Nina New')
  await type('Email', 'nina@example.org')
  await type('Phone', '+49 30 123456')
  await type('Password', 'abacus')
  await type('Confirm Password', 'abacus')
  fireEvent.click(screen.getByRole('checkbox'))
}

async function fillNewPassword(again = 'new words'): Promise<void> {
  await press('Choose a new password')
  await type('New Password', 'new words')
  await type('Confirm Password', again)
}

async function enterCode(send: string): Promise<void> {
  await type('Code', '123456')
  await press(send)
}

/** The states of a form of the auth routes that sends to `call`: busy, offline, and in maintenance. */
function form(
  name: string,
  at: string,
  call: string,
  { fill, send, busy }: { fill: () => Promise<void>; send: string; busy: RegExp },
): States {
  const does = () => fill().then(() => press(send))
  const visit = { at, visitor: true, does }
  return {
    [`${name}-busy`]: { ...visit, shows: busy, answers: { verify: session(), [call]: NO_ANSWER } },
    [`${name}-offline`]: {
      ...visit,
      shows: /^You are offline\. Please try again/,
      answers: { verify: session(), [call]: LOST_CONNECTION },
      does: async () => {
        await fill()
        vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
        await press(send)
      },
    },
    [`${name}-maintenance`]: {
      at,
      visitor: true,
      shows: /is being worked on/,
      settings: { maintenance_mode: true },
    },
  }
}

/** Answers of Auth to a wrong code from the authenticator app. */
const WRONG_CODE = {
  user: {
    id: 'u1',
    email: 'member@rookies.test',
    factors: [{ id: 'f1', status: 'verified', factor_type: 'totp', friendly_name: 'App' }],
  },
  factors: { id: 'f1', type: 'totp', totp: { qr_code: '<svg/>', secret: 'ABCD', uri: 'otpauth:' } },
  challenge: { id: 'c1', type: 'totp' },
  verify: () => ({
    status: 422,
    body: { code: 422, error_code: 'mfa_verification_failed', msg: 'no' },
  }),
}

/** States of the forms with which people sign up, sign in, and choose a password. */
export const authStates: States = {
  ...form('sign-up', '/signup', 'signup', {
    fill: fillSignUp,
    send: 'Sign Up',
    busy: /^Creating account/,
  }),
  ...form('forgot-password', '/forgot-password', 'recover', {
    fill: () => type('Email', 'member@rookies.test'),
    send: 'Send Reset Link',
    busy: /^Sending/,
  }),
  ...form('reset-password', '/reset-password/hash', 'user', {
    fill: fillNewPassword,
    send: 'Update Password',
    busy: /^Updating/,
  }),

  'sign-up-incomplete': {
    at: '/signup',
    visitor: true,
    shows: /^Full name is required/,
    does: () => press('Sign Up'),
  },

  'sign-up-refused': {
    at: '/signup',
    visitor: true,
    shows: /^Registration is closed\. You need an invite/,
    answers: {
      signup: () => ({
        status: 422,
        body: {
          code: 422,
          error_code: 'unknown',
          msg: 'Registration is closed. You need an invite to sign up.',
        },
      }),
    },
    does: () => fillSignUp().then(() => press('Sign Up')),
  },
  'login-link-refused': {
    at: '/login?error=access_denied&error_code=otp_expired',
    visitor: true,
    shows: /^This link is invalid or has expired/,
  },
  'reset-password-mismatch': {
    at: '/reset-password/hash',
    visitor: true,
    shows: /^Passwords Don't Match/,
    answers: { verify: session() },
    does: () => fillNewPassword('other words').then(() => press('Update Password')),
  },
  'second-factor-wrong': {
    at: '/login/two-factor',
    account: { state: 'SECOND_FACTOR' },
    shows: /^This code is wrong or too old/,
    answers: WRONG_CODE,
    does: () => enterCode('Confirm'),
  },
  'two-factor-enrol-wrong': {
    at: '/app/profile/two-factor',
    shows: /^This code is wrong or too old/,
    answers: {
      ...WRONG_CODE,
      user: { id: 'u1', email: 'member@rookies.test', factors: [] },
      my_factors_state: { verified: 0, codes_left: 0, codes_made_at: null },
    },
    does: () => press('Set up an authenticator app').then(() => enterCode('Turn it on')),
  },

  'login-offline': {
    at: '/login',
    visitor: true,
    shows: /^You are offline\. Please try again/,
    answers: { token: LOST_CONNECTION },
    does: async () => {
      await type('Email', 'member@rookies.test')
      await type('Password', 'abacus')
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
      await press('Log in')
    },
  },
  'reset-password-verifying': {
    at: '/reset-password/hash',
    visitor: true,
    shows: /^Verifying reset link/,
    answers: { verify: NO_ANSWER },
    does: () => press('Choose a new password'),
  },
  'sign-up-closed': {
    at: '/signup',
    visitor: true,
    shows: /^Registration is closed/,
    settings: { allow_registration: false },
  },
  'sign-up-invited': {
    at: '/signup?token=t1',
    visitor: true,
    shows: /^Your invite was sent to this address/,
    answers: {
      invite_by_token: {
        ...{ state: 'ACTIVE', email: 'nina@example.org', role: 'MEMBER', inviter: 'Ada' },
        ...{ expires_at: '2099-01-01T00:00:00Z', courses: [], withheld: null, mine: false },
      },
    },
  },
}
