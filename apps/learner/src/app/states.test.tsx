import { accessibilityViolations } from '@rookies/ui/testing/accessibility'
import { statesWithoutBrowser } from '@rookies/ui/testing/state-patterns'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { aBody, aCourse } from '../testing/fixtures'
import { exerciseCourse } from '../testing/open-exercise'
import { openPortal, session } from '../testing/open-portal'

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

async function fillNewPassword(): Promise<void> {
  await press('Choose a new password')
  await type('New Password', 'new words')
  await type('Confirm Password', 'new words')
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

const invite = { at: '/invite/t1', visitor: true }
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
