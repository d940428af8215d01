import { ADA_ID, ada, COHORT_ID, details } from './cohorts'
import { community, course } from './rows'
import {
  FAILED_ANSWER,
  NO_ANSWER,
  noNotifications,
  onePerson,
  PERSON_ID,
  type State,
  type States,
  settings,
} from './state-answers'

const members = '/admin/members'
const bulk = [/^Select this page$/, /^Change Course Access$/, /^Git from the First Commit/]
const refund = [/^Refund ¥24,000 of Ada Okafor$/]
const give = [/^Give ¥24,000 of buyer@example.org to a member$/]
const grantList = {
  presses: [/^More$/, /^Grant to a List…$/],
  types: [['People', 'ada@example.org']],
} as const
const correct = [/^More about Ada Okafor$/, /^Correct email or phone$/]
const retries = { offers: 'Try Again' }

const openBell = { path: '/admin', presses: [/^Notifications/] }

const HISTORY = `/admin/courses/${course.id}?tab=history`
const COMMUNITY = `/admin/communities/${community.id}`

const notification = {
  id: 'd3000000-0000-4000-8000-000000000201',
  type: 'error',
  title: 'Your payment did not go through',
  message: 'The bank declined the card.',
  is_global: true,
  important: false,
  action_url: null,
  action_label: null,
  publish_at: null,
  expires_at: null,
  created_at: '2026-11-01T08:00:00Z',
  updated_at: '2026-11-01T08:00:00Z',
  recipient: null,
  sender: null,
  read_at: null,
}
export const notificationAnswers = {
  'rpc/notification_list': {
    body: { ...noNotifications, total: 1, notifications: [notification] },
  },
}

const invite = {
  id: 'd1000000-0000-4000-8000-000000000200',
  email: 'nora@example.org',
  role: 'MEMBER',
  state: 'ACTIVE',
  token: 'dd000000-0000-4000-8000-000000000299',
  created_at: '2026-11-01T08:00:00Z',
  expires_at: '2099-11-03T08:00:00Z',
  redeemed_at: null,
  cancelled_at: null,
  invited_by_id: 'me',
  redeemed_by_id: null,
  inviter: 'Ada Lovelace',
  courses: [],
  withheld: null,
}
const invites = (total: number) => ({ 'rpc/invite_list': { body: { total, invites: [invite] } } })

const change = {
  id: 9,
  action: 'lesson.create',
  title: 'Rebase or merge?',
  created_at: '2026-11-03T10:00:00+00:00',
  who: 'Ada Admin',
  by: 'PERSON',
  before: null,
  after: null,
}
const changes = { 'rpc/course_history': { body: [change] } }

const version = 'f0000000-0000-4000-8000-000000000003'
const texts = { title: 'Why versions', description: null, content: 'Write down why.' }
/** Answers for one version of a lesson and, with `list`, for the list of its versions. */
export const versionAnswers = (list: State['answers'][string]): State['answers'] => ({
  ...changes,
  'rpc/lesson_version': {
    body: {
      id: version,
      lesson_id: 'e0000000-0000-4000-8000-000000010101',
      created_at: '2026-11-03T10:00:00+00:00',
      texts,
      earlier: null,
      now: { ...texts, content: 'Write down why, always.' },
      updated_at: '2026-11-04T10:00:00+00:00',
    },
  },
  'rpc/lesson_version_list': list,
})

/** Dialogs that cannot be read, or that wait for an answer. */
const reads: States = {
  'admin-members-correct-error': {
    path: members,
    presses: correct,
    shows: 'Failed to load account',
    answers: { profiles: FAILED_ANSWER },
    ...retries,
  },
  'admin-members-bulk-count-error': {
    path: members,
    presses: bulk,
    shows: 'Failed to count what would change',
    answers: { 'rpc/count_access': FAILED_ANSWER },
    ...retries,
  },
  'admin-members-bulk-counting': {
    path: members,
    presses: bulk,
    shows: 'Counting...',
    answers: { 'rpc/count_access': NO_ANSWER },
  },
  'admin-grant-list-error': {
    path: members,
    ...grantList,
    shows: 'Failed to load members',
    answers: { 'rpc/members_by_address': FAILED_ANSWER },
    ...retries,
  },
  'admin-grant-list-loading': {
    path: members,
    ...grantList,
    shows: 'Looking up...',
    answers: { 'rpc/members_by_address': NO_ANSWER },
  },
  'admin-purchases-refund-error': {
    path: '/admin/purchases',
    presses: refund,
    shows: 'Failed to load what this refund changes',
    answers: { 'rpc/refund_impact': FAILED_ANSWER },
    ...retries,
  },
  'admin-purchases-refund-loading': {
    path: '/admin/purchases',
    presses: refund,
    shows: 'Refund purchase?',
    answers: { 'rpc/refund_impact': NO_ANSWER },
  },
  'admin-lesson-versions-empty-sheet': {
    path: `${HISTORY}&version=${version}`,
    presses: [/^All Versions$/],
    shows: 'No earlier versions yet',
    answers: versionAnswers({ body: [] }),
  },
  'admin-lesson-versions-gone-sheet': {
    path: `${HISTORY}&version=${version}`,
    shows: 'This version is gone',
    answers: {
      'rpc/course_history': { body: [] },
      'rpc/lesson_version': { status: 403, body: { code: '42501', message: 'refused' } },
    },
    offers: 'Close',
  },
  'admin-lesson-versions-loading-sheet': {
    path: `${HISTORY}&version=${version}`,
    presses: [/^All Versions$/],
    shows: 'Loading...',
    answers: versionAnswers(NO_ANSWER),
  },
  'member-analytics-error': {
    path: '/moderator/analytics',
    presses: [/^Analytics of Ada Okafor$/],
    shows: 'Failed to load analytics',
    answers: { 'rpc/analytics': { body: onePerson }, 'rpc/member_analytics': FAILED_ANSWER },
    ...retries,
  },
  'member-analytics-none': {
    path: '/moderator/analytics',
    presses: [/^Analytics of Ada Okafor$/],
    shows: 'No courses assigned',
    answers: { 'rpc/analytics': { body: onePerson }, 'rpc/member_analytics': { body: [] } },
  },
  'admin-bell-empty-sheet': { ...openBell, shows: 'No notifications', answers: {} },
  'admin-bell-failed-sheet': {
    ...openBell,
    shows: 'Failed to fetch notifications',
    answers: { 'rpc/notification_feed': FAILED_ANSWER },
  },
  'admin-bell-offline-sheet': {
    ...openBell,
    shows: 'Failed to connect to real-time notifications',
    answers: {},
    offline: true,
  },
}

/** Forms with missing or invalid values, forms whose save fails, and forms that are left with unsaved changes. */
const forms: States = {
  'admin-purchases-assign-wrong': {
    path: '/admin/purchases',
    presses: give,
    sends: 'Give Purchase',
    shows: 'Please choose who paid',
    answers: {},
  },
  'admin-purchases-assign-error': {
    path: '/admin/purchases',
    presses: give,
    types: [['Member', 'ada']],
    chooses: /^Ada Okafor, /,
    sends: 'Give Purchase',
    shows: 'Failed to give purchase',
    answers: { 'rpc/assign_purchase': FAILED_ANSWER },
    ...retries,
  },
  'admin-course-create-incomplete-sheet': {
    path: '/admin/courses?new=course',
    sends: 'Create Course',
    shows: 'Title is required',
    answers: {},
  },
  'admin-members-correct-wrong': {
    path: members,
    presses: correct,
    types: [['Phone (optional)', 'ask Ada']],
    sends: 'Save',
    shows: 'Please enter a valid phone number',
    answers: { profiles: { body: [{ id: PERSON_ID, email: 'ada@example.org', phone: null }] } },
  },
  'admin-notification-send-errors': {
    path: '/admin/notifications?new=notification',
    types: [['Button URL (optional)', '//example.org']],
    sends: 'Send Notification',
    shows: 'Title is required',
    answers: {},
  },
  'admin-settings-wrong': {
    path: '/admin/settings',
    types: [['Contact email', 'nobody']],
    sends: 'Save Settings',
    shows: 'Please enter a valid email address',
    answers: settings,
  },
  'admin-notification-send-unsent': {
    path: '/admin/notifications?new=notification',
    types: [['Title', 'A new lesson']],
    sends: 'Cancel',
    shows: 'This notification has not been sent.',
    answers: {},
  },
  'admin-invites-many-unsent': {
    path: '/admin/invites?new=many',
    types: [['People to invite', 'nora@example.org']],
    sends: 'Cancel',
    shows: 'This list has not been sent.',
    answers: {},
  },
}

/** Dialogs that ask for confirmation. */
const questions: States = {
  'admin-cohort-leave': {
    path: `/admin/cohorts/${COHORT_ID}`,
    presses: [/^Options for Ada Okafor$/, /^Mark as Left$/],
    shows: 'They lose the access that this cohort gives',
    answers: {
      'rpc/cohort': { body: details },
      'rpc/cohort_member_list': { body: { total: 1, people: [{ ...ada, id: ADA_ID }] } },
    },
  },
  'admin-community-ban': {
    path: COMMUNITY,
    presses: [/^Ban Ada Okafor$/],
    shows: 'Ban from Git and friends?',
    answers: {
      'rpc/managed_members': {
        body: {
          total: 1,
          members: [
            {
              id: PERSON_ID,
              name: 'Ada Okafor',
              email: 'ada@example.org',
              role: 'MEMBER',
              banned: false,
              joined_at: '2026-10-01T08:00:00Z',
            },
          ],
        },
      },
    },
  },
  'admin-community-delete': {
    path: COMMUNITY,
    presses: [/^More$/, /^Delete$/],
    shows: '310 posts and replies',
    answers: {
      'rpc/community_impact': {
        body: { touched: { count: 2, names: ['Ada Okafor', 'Grace Kim'] }, posts: 310 },
      },
    },
  },
  'admin-course-history-undo-sheet': {
    path: HISTORY,
    presses: [/^Undo Import$/],
    shows: 'Undo this import?',
    answers: {
      ...changes,
      'rpc/import_to_undo': {
        body: { at: '2026-11-20T10:00:00+00:00', who: 'Ada Admin', made: false },
      },
    },
  },
  'admin-invite-cancel': {
    path: '/admin/invites',
    presses: [/^More about the invite for nora@/, /^Cancel invite$/],
    shows: 'Cancel this invite?',
    answers: invites(1),
  },
  'admin-invites-cancel-many': {
    path: '/admin/invites',
    presses: [/^Select this page$/, /^Select all 340$/, /^Cancel Invites$/],
    shows: '212 invites will be cancelled.',
    answers: {
      ...invites(340),
      'rpc/count_invites': { body: { states: { READY: 212, REDEEMED: 121, CANCELLED: 7 } } },
    },
  },
  'admin-members-factors': {
    path: members,
    presses: [/^More about Ada Okafor$/, /^Reset two-factor sign-in$/],
    shows: 'Reset two-factor sign-in?',
    answers: {},
  },
  'admin-notification-delete': {
    path: '/admin/notifications',
    presses: [/^Delete Your payment/],
    shows: 'Are you sure you want to delete this notification?',
    answers: notificationAnswers,
  },
  'admin-notifications-delete-several': {
    path: '/admin/notifications',
    presses: [/^Select this page$/, /^Delete Selected$/],
    shows: 'Are you sure you want to delete',
    answers: notificationAnswers,
  },
  'admin-person-disable': {
    path: `/admin/members/${PERSON_ID}`,
    presses: [/^More$/, /^Disable account$/],
    shows: 'They can no longer open 2 courses',
    answers: {
      'rpc/disable_impact': {
        body: {
          open: 2,
          sessions: 1,
          courses: { count: 0, names: [] },
          communities: { count: 1, names: ['Git and friends'] },
          invites: 0,
        },
      },
    },
  },
}

/** All states of dialogs, and of forms on pages. */
export const dialogStates: States = { ...reads, ...forms, ...questions }
