import { anAssignment } from '@rookies/data/testing/assignments'
import { aLesson, anOutline } from '@rookies/data/testing/outline'
import { accessibilityViolations } from '@rookies/ui/testing/accessibility'
import { statesWithoutBrowser } from '@rookies/ui/testing/state-patterns'
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { authStates } from '../../testing/auth-states'
import { aBody, aCourse } from '../../testing/fixtures'
import { openPortal } from '../../testing/open-portal'
import {
  FAILED_ANSWER,
  LOST_CONNECTION,
  press,
  type State,
  type States,
  type,
  type Visit,
} from '../../testing/state-kit'

let portal: ReturnType<typeof openPortal> | undefined
afterEach(() => {
  vi.restoreAllMocks()
  portal?.leave()
})

const failing = (name: string, at: string, call: string, shows: RegExp): States => ({
  [`${name}-error`]: { at, shows, answers: { [call]: FAILED_ANSWER } },
})

const cutOff = (name: string, at: string, call: string, shows: RegExp): States => ({
  [`${name}-needs-connection`]: { at, shows, answers: { [call]: LOST_CONNECTION } },
})

const autumn = {
  id: 'k1',
  slug: 'autumn-2026',
  title: 'Autumn 2026',
  starts_on: '2026-11-09',
  ends_on: '2027-01-29',
  time_zone: 'Europe/Vienna',
}

/** The state of a join link that cannot be used to join its cohort. */
const cohortLink = (state: string, shows: RegExp): States => ({
  [`cohort-link-${state.toLowerCase()}`]: {
    at: `/cohort/${'c0'.repeat(32)}`,
    visitor: true,
    shows,
    answers: {
      'cohort-link': {
        ...autumn,
        state,
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

/** A course in which no lesson is open, because the person pauses. */
const shutCourse = anOutline({
  modules: [
    { id: 'm1', title: 'First steps', lessons: [aLesson('a', { open: false, opens_at: null })] },
  ],
})

const study = { id: 'c1', slug: 'study', name: 'Study Group' }

/** The welcome page in an accent colour. `libs/ui/src/tokens/tokens.test.ts` checks the contrasts of each accent. */
const welcomeIn = (accent: string): States => ({
  [`welcome-${accent}`]: { at: '/', visitor: true, settings: { accent }, shows: /^Get Started/ },
})

/** The state of a community that shows the person no posts. */
const communityOf = (state: string, shows: RegExp): States => ({
  [`community-${state.toLowerCase()}`]: {
    at: '/app/communities/study',
    shows,
    answers: { community_feed: { community: { ...study, state } } },
  },
})

/** The state of an account that may not enter the portal. */
const accountOf = (state: string, shows: RegExp): States => ({
  [`account-${state.toLowerCase()}`]: { at: '/app/dashboard', account: { state }, shows },
})

/** The state of a lesson of this type, with these answers of the server about the person's work. */
const lessonOf = (
  type: 'ASSIGNMENT' | 'EXERCISE',
  answers: Visit['answers'],
  shows: RegExp,
): State => ({
  at: '/app/courses/git/lesson/a',
  shows,
  answers: {
    course_outline: anOutline({
      modules: [{ id: 'm1', title: 'First steps', lessons: [aLesson('a', { type })] }],
    }),
    lessons: [aBody('a', { content_type: type, content: 'Build **a page**.' })],
    ...answers,
  },
})

/** States of the gallery that share their pattern with a state that is checked in a browser. */
const states: States = {
  ...authStates,
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
  'cohort-alone': {
    at: '/app/cohorts/autumn',
    shows: /^Nobody else has joined yet/,
    answers: {
      cohort_members: [{ state: 'ACTIVE', cohort: { ...autumn, slug: 'autumn', community: null } }],
      cohort_mates: { people: [], staff: [] },
      my_calendar: null,
    },
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
  privacy: {
    at: '/privacy',
    visitor: true,
    shows: /^What we keep/,
    answers: { legal_texts: { terms: '', privacy: '## What we keep\n\nYour name.' } },
  },
  'terms-unwritten': {
    at: '/terms',
    visitor: true,
    shows: /^There is no text here yet/,
    answers: { legal_texts: { terms: '', privacy: '' } },
  },
  'library-category': {
    at: '/app/dashboard?category=Web',
    shows: /^Forms/,
    answers: {
      library: [aCourse('Git', { category: 'Tools' }), aCourse('Forms', { category: 'Web' })],
    },
  },
  'library-category-empty': {
    at: '/app/dashboard?category=None',
    shows: /^No courses in this category/,
    answers: { library: [aCourse('Git', { category: 'Web' })] },
  },

  'assignment-failed': lessonOf(
    'ASSIGNMENT',
    { assignment: FAILED_ANSWER },
    /^Your work could not be loaded/,
  ),
  'assignment-shut': lessonOf(
    'ASSIGNMENT',
    {
      assignment: anAssignment({
        due: {
          ...{ at: '2026-03-03T17:00:00Z', shut_at: '2026-03-10T22:59:59Z', shut: true },
          ...{ day: '2026-03-03', at_time: '18:00', zone: 'Europe/Vienna' },
          ...{ extended: false, paused: false },
        },
        late: 'SHUT',
        can_hand_in: false,
      }),
    },
    /It has been shut since/,
  ),
  'profile-sessions-error': {
    at: '/app/profile',
    shows: /^Your devices could not be loaded/,
    answers: { profiles: [mia], my_sessions: FAILED_ANSWER },
  },
  'exercise-away': lessonOf(
    'EXERCISE',
    { exercise_of: LOST_CONNECTION },
    /^This exercise needs a connection/,
  ),
  'exercise-load-failed': lessonOf(
    'EXERCISE',
    { exercise_of: FAILED_ANSWER },
    /^The files and tests could not be loaded/,
  ),

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

it('this file checks every state that `e2e/states` skips because a similar state is checked in a browser', () => {
  expect(Object.keys(states).sort()).toEqual(statesWithoutBrowser('learner'))
})

it.each(Object.entries(states))('%s is accessible', async (_name, { shows, does, ...visit }) => {
  portal = openPortal(visit)
  await does?.()
  await screen.findAllByText(shows)
  expect(await accessibilityViolations()).toEqual([])
})
