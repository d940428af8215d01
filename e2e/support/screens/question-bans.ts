import type { Screen } from '../screens'
import { id, shown, tab } from './cohorts'
import { answerWith, combineMocks, failRequests } from './mocks'

const bans = '**/rpc/question_bans*'
const course = '/admin/courses/c0000000-0000-4000-8000-000000000001'

const found = answerWith(bans, [
  {
    ...{ user_id: id(71), name: 'Grace Silva-Hernández', banned_at: '2026-11-20T08:00:00Z' },
    by: 'Ada Okafor',
  },
  {
    ...{ user_id: id(72), name: null, banned_at: '2026-10-02T19:30:00Z', by: null },
  },
])

/** The people who are banned from the questions of a course. */
export const questionBanScreens: Screen[] = [
  {
    name: 'admin-course-banned',
    like: 'admin-cohort',
    as: 'admin',
    path: `${course}?tab=questions`,
    shows: 'Grace Silva-Hernández',
    mock: found,
  },
  {
    name: 'admin-course-banned-empty',
    like: 'admin-invites-empty',
    as: 'admin',
    path: `${course}?tab=questions`,
    shows: 'Nobody is banned',
    mock: answerWith(bans, []),
  },
  {
    name: 'admin-course-banned-error',
    like: 'admin-members-error',
    as: 'admin',
    path: `${course}?tab=questions`,
    shows: 'Failed to load who is banned',
    mock: failRequests(bans),
    expectProblems: [/503/],
  },
  {
    name: 'admin-cohort-banned',
    like: 'admin-cohort',
    ...tab('questions'),
    shows: 'Grace Silva-Hernández',
    mock: combineMocks(
      shown(),
      found,
      answerWith('**/rpc/cohort_questions*', [
        {
          ...{ id: id(73), title: 'Why does my <form> reload the page?', lesson: 'Forms' },
          ...{ lesson_id: id(74), slug: 'html', author: { id: id(75), name: 'Mia Müller' } },
          ...{ waiting_since: '2026-11-24T08:00:00Z', answers: 0 },
        },
      ]),
    ),
  },
]
