import { notificationAnswers, versionAnswers } from './dialog-states'
import { course } from './rows'
import { FAILED_ANSWER, NO_ANSWER, PERSON_ID, type States } from './state-answers'

const COURSE = `/admin/courses/${course.id}`
const check = `${COURSE}?check=1`
const remark = {
  ...{ rule: 'no_video', detail: null, module_id: 'm1', module: 'First steps' },
  ...{ lesson_id: 'l1', lesson: 'Rebase or merge?' },
}
const checked = {
  'rpc/check_course': { body: { lessons: 12, links: 14, found: 1, remarks: [remark] } },
}
const askLinks = { path: check, presses: [/^Check 14 Links$/] }
const unpublish = { path: COURSE, presses: [/^Unpublish Course$/] }

/** States of a course's editor. */
const ofCourse: States = {
  'admin-course-busy': { path: COURSE, shows: 'Loading...', answers: { courses: NO_ANSWER } },
  'admin-course-check-links-busy': {
    ...askLinks,
    shows: 'Checking 14 links',
    answers: { ...checked, '/functions/v1/check-links': NO_ANSWER },
  },
  'admin-course-check-links-error': {
    ...askLinks,
    shows: 'You have checked links 30 times in an hour',
    answers: {
      ...checked,
      '/functions/v1/check-links': {
        status: 422,
        body: {
          code: 'PT422',
          hint: 'TOO_MANY_CHECKS',
          message: 'You have checked links 30 times in an hour. Try again later.',
        },
      },
    },
  },
  'admin-course-unpublish-sheet': {
    ...unpublish,
    shows: '12 people lose this course',
    answers: {
      'rpc/course_impact': {
        body: {
          ...{ open: true, touched: { count: 12, names: ['Ada Okafor', 'Grace Lind'] }, midst: 5 },
          ...{ communities: { count: 0, names: [] }, modules: 3, lessons: 12 },
          learners_with_progress: 8,
        },
      },
    },
  },
  'admin-course-unpublish-unknown': {
    ...unpublish,
    shows: "We couldn't count who this affects",
    answers: { 'rpc/course_impact': FAILED_ANSWER },
  },
  'admin-lesson-version-error-sheet': {
    path: `${COURSE}?tab=history&version=f0000000-0000-4000-8000-000000000003`,
    shows: 'Failed to load this version',
    answers: { ...versionAnswers({ body: [] }), 'rpc/lesson_version': FAILED_ANSWER },
  },
}

const members = '/admin/members'
const refund = { path: '/admin/purchases', presses: [/^Refund ¥24,000 of Ada Okafor$/] }

/** States of lists, of people's pages, and of actions on several people. */
const ofPeople: States = {
  'admin-access-revoke': {
    path: members,
    presses: [/^Manage Access of Ada Okafor$/, /^Git from the First Commit/],
    // A form with typed text asks before it is closed, so no text is typed for these states.
    types: [],
    shows: '1 person',
    answers: {
      'rpc/member_access': {
        body: [
          {
            ...{ id: course.id, title: course.title, slug: 'git', status: 'PUBLISHED' },
            ...{ granted: true, source: 'MANUAL', expires_at: null, cohorts: [] },
          },
        ],
      },
      'rpc/count_access': {
        body: {
          ...{ people: 1, touched: 1, changes: 1, keeps: 1, ended: 0 },
          names: ['Ada Okafor'],
        },
      },
    },
  },
  'admin-members-bulk-nothing': {
    path: members,
    presses: [/^Select this page$/, /^Change Course Access$/, /^Git from the First Commit/],
    shows: 'Nothing would change for 1 person',
    answers: {
      'rpc/count_access': { body: { people: 1, touched: 0, changes: 0, names: [] } },
    },
  },
  'admin-person-day': {
    path: `${members}/${PERSON_ID}?day=2030-01-31`,
    shows: 'Shows grants and schedules as of Jan 31, 2030',
    answers: { 'rpc/person_access': { body: [] } },
  },
  'admin-purchases-refund': {
    ...refund,
    shows: 'Ada Okafor loses',
    answers: {
      'rpc/refund_impact': { body: { status: 'COMPLETED', revokes: true, keeps: false } },
    },
  },
  'admin-cohorts-create': {
    path: '/admin/cohorts?new=cohort',
    shows: 'All days and times of the cohort are meant there',
    answers: {},
  },
  'admin-notification-edit': {
    path: '/admin/notifications',
    presses: [/^Edit Your payment/],
    shows: 'Your changes reach everyone who has it right away',
    answers: notificationAnswers,
  },
  'admin-courses-busy': {
    path: '/admin/courses',
    shows: 'Manage your course catalog',
    answers: { courses: NO_ANSWER },
  },
  'admin-dashboard-busy': {
    path: '/admin',
    shows: 'Dashboard',
    answers: { 'rpc/dashboard': NO_ANSWER },
  },
}

/** All states of pages, and of dialogs that belong to one page. */
export const pageStates: States = { ...ofCourse, ...ofPeople }
