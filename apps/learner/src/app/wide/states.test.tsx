import { aLesson, anOutline } from '@rookies/data/testing/outline'
import { accessibilityViolations } from '@rookies/ui/testing/accessibility'
import { statesWithoutBrowser } from '@rookies/ui/testing/state-patterns'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { aBody, aCourse } from '../../testing/fixtures'
import { exerciseCourse } from '../../testing/open-exercise'
import { openPortal, session } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal> | undefined
afterEach(() => {
  vi.restoreAllMocks()
  portal?.leave()
})

const FAILS = () => ({ status: 400, body: { code: 'P0001', message: 'refused' } })
const WAITS = () => new Promise<never>(() => {})
const CUT = () => Promise.reject(new TypeError('Failed to fetch'))

type Visit = Parameters<typeof openPortal>[0]

interface State extends Visit {
  /** The text that must be on the page before the state is checked. */
  shows: RegExp
  /** What a person does after loading to reach the state. */
  does?: () => Promise<unknown>
}

type States = Record<string, State>

const failing = (name: string, at: string, call: string, shows: RegExp): States => ({
  [`${name}-error`]: { at, shows, answers: { [call]: FAILS } },
})

const cutOff = (name: string, at: string, call: string, shows: RegExp): States => ({
  [`${name}-needs-connection`]: { at, shows, answers: { [call]: CUT } },
})

async function type(label: string, value: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

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
    [`${name}-busy`]: { ...visit, shows: busy, answers: { verify: session(), [call]: WAITS } },
    [`${name}-offline`]: {
      ...visit,
      shows: /^You are offline\. Please try again/,
      answers: { verify: session(), [call]: CUT },
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

/** Answers of Auth to an account whose code from the app is wrong. */
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

/** A link that lets nobody into its cohort. */
const cohortLink = (state: string, shows: RegExp): States => ({
  [`cohort-link-${state.toLowerCase()}`]: {
    at: `/cohort/${'c0'.repeat(32)}`,
    visitor: true,
    shows,
    answers: {
      'cohort-link': {
        state,
        title: 'Autumn 2026',
        starts_on: '2026-11-09',
        ends_on: '2027-01-29',
        time_zone: 'Europe/Vienna',
        seats_left: 0,
        courses: ['Git from Zero'],
      },
    },
  },
})

const invite = { at: '/invite/t1', visitor: true }
const mia = {
  id: 'u1',
  name: 'Mia Member',
  email: 'member@rookies.test',
  phone: null,
  role: 'MEMBER',
  created_at: '2026-01-05T12:00:00+00:00',
  disabled_at: null,
}

/** A course in which nothing is open to the person, who pauses. */
const shutCourse = anOutline({
  modules: [
    { id: 'm1', title: 'First steps', lessons: [aLesson('a', { open: false, opens_at: null })] },
  ],
})

const study = { id: 'c1', slug: 'study', name: 'Study Group' }

/** The welcome page in an accent; `libs/ui/src/tokens/tokens.test.ts` checks the contrasts of each. */
const welcomeIn = (accent: string): States => ({
  [`welcome-${accent}`]: { at: '/', visitor: true, settings: { accent }, shows: /^Get Started/ },
})

/** A community that shows the person no posts. */
const communityOf = (state: string, shows: RegExp): States => ({
  [`community-${state.toLowerCase()}`]: {
    at: '/app/communities/study',
    shows,
    answers: { community_feed: { community: { ...study, state } } },
  },
})

/** An account that may not enter the portal. */
const accountOf = (state: string, shows: RegExp): States => ({
  [`account-${state.toLowerCase()}`]: { at: '/app/dashboard', account: { state }, shows },
})

/** An exercise whose files and tests could not be read. */
const exerciseWithout = (name: string, exercise_of: () => unknown, shows: RegExp): States => ({
  [`exercise-${name}`]: {
    at: '/app/courses/git/lesson/a',
    shows,
    answers: {
      course_outline: exerciseCourse(),
      lessons: [aBody('a', { content_type: 'EXERCISE', content: 'Return **a sum**.' })],
      exercise_of,
    },
  },
})

/** States of the gallery that share their pattern with a state that is checked in a browser. */
const states: States = {
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
  'profile-password-incomplete': {
    at: '/app/profile',
    shows: /^Passwords don't match/,
    answers: { profiles: [mia], my_sessions: [] },
    does: async () => {
      await press('Change password')
      await type('New Password', 'new words')
      await type('Confirm Password', 'other words')
      await press('Change password')
    },
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

  ...cohortLink('OFF', /^This link has been switched off/),
  ...cohortLink('FULL', /^This cohort has no seats left/),
  ...cohortLink('UNKNOWN', /^This link is not valid/),
  'unsubscribe-reviews': {
    at: `/unsubscribe#${'c0'.repeat(32)}`,
    visitor: true,
    shows: /^No more emails about reviews of your work/,
    answers: { unsubscribe: { mail: 'review_mails', wanted: true } },
  },
  'course-shut-paused': {
    at: '/app/courses/git',
    shows: /^Nothing more opens while you pause/,
    answers: { course_outline: shutCourse },
  },

  ...welcomeIn('teal'),
  ...welcomeIn('blue'),
  ...welcomeIn('violet'),
  ...welcomeIn('copper'),
  'welcome-maintenance': {
    at: '/',
    visitor: true,
    shows: /is being worked on/,
    settings: { maintenance_mode: true },
  },
  ...accountOf('DISABLED', /^Account Disabled/),
  ...accountOf('UNVERIFIED', /^Verify Your Email/),

  'library-start': {
    at: '/app/dashboard',
    shows: /^Ready when you are/,
    answers: { library: [aCourse('Git', { completed: 0, last_activity_at: null })] },
  },
  'library-review': {
    at: '/app/dashboard',
    shows: /^All finished/,
    answers: { library: [aCourse('Git', { completed: 4, next_lesson_id: null })] },
  },

  ...failing('communities', '/app/communities', 'my_communities', /^Failed to load communities/),
  ...failing(
    'community-members',
    '/app/communities/study/members',
    'community_people',
    /^Failed to load members/,
  ),
  ...failing('community', '/app/communities/study', 'community_feed', /^Failed to load community/),
  ...failing('profile', '/app/profile', 'profiles', /^Failed to load profile data/),
  ...failing('course', '/app/courses/git', 'course_outline', /^Failed to load course/),
  ...failing('notes', '/app/notes', 'my_notes', /^Your notes could not be loaded/),
  ...failing(
    'two-factor',
    '/app/profile/two-factor',
    'my_factors_state',
    /^This could not be loaded/,
  ),
  ...failing('terms', '/terms', 'legal_texts', /^This page could not be loaded/),
  ...failing('invite', '/invite/t1', 'invite_by_token', /^The invite could not be opened/),

  ...cutOff('course', '/app/courses/git', 'course_outline', /^This course needs a connection/),
  ...cutOff('notes', '/app/notes', 'my_notes', /^Your notes need a connection/),

  'notes-empty': { at: '/app/notes', shows: /^No notes yet/ },
  'notes-none-found': { at: '/app/notes?q=quokka', shows: /^No note contains “quokka”/ },
  'communities-empty': {
    at: '/app/communities',
    shows: /^No communities yet/,
    answers: { my_communities: { communities: [] } },
  },

  ...communityOf('BANNED', /^You are banned from Study Group/),
  'community-not-found': {
    at: '/app/communities/study',
    shows: /^Community not found/,
    answers: { community_feed: null },
  },
  'cohort-unknown': {
    at: '/app/cohorts/autumn',
    shows: /^Cohort not found/,
    answers: { cohort_members: [] },
  },
  'course-not-found': {
    at: '/app/courses/no-such-course',
    shows: /^Course not found\. Please check the URL/,
  },
  'profile-not-found': {
    at: '/app/profile',
    shows: /^Profile not found/,
    answers: { profiles: [] },
  },
  'terms-unwritten': {
    at: '/terms',
    visitor: true,
    shows: /^There is no text here yet/,
    answers: { legal_texts: { terms: '', privacy: '' } },
  },
  'library-category-empty': {
    at: '/app/dashboard?category=None',
    shows: /^No courses in this category/,
    answers: { library: [aCourse('Git', { category: 'Web' })] },
  },

  ...exerciseWithout('away', CUT, /^This exercise needs a connection/),
  ...exerciseWithout('load-failed', FAILS, /^The files and tests could not be loaded/),

  'invite-used': {
    ...invite,
    shows: /^This invite has already been used/,
    answers: { invite_by_token: { state: 'REDEEMED' } },
  },
  'invite-cancelled': {
    ...invite,
    shows: /^This invite has been cancelled/,
    answers: { invite_by_token: { state: 'CANCELLED' } },
  },
  'invite-unknown': {
    ...invite,
    shows: /^This invite is not valid/,
    answers: { invite_by_token: { state: 'UNKNOWN' } },
  },
}

it('every state that the browser skips is checked here', () => {
  expect(Object.keys(states).sort()).toEqual(statesWithoutBrowser('learner'))
})

it.each(Object.entries(states))('%s is accessible', async (_name, { shows, does, ...visit }) => {
  portal = openPortal(visit)
  await does?.()
  await screen.findAllByText(shows)
  expect(await accessibilityViolations()).toEqual([])
})
