import type { Page } from '@playwright/test'
import { EMPTY_TESTS, type TestValues, testPart } from '@rookies/data/assignments/edit-tests'
import type { Screen } from '../screens'
import { WIDE_WORD } from '../wide-text'
import { progress, shown, tab } from './cohorts'
import { answerWith, changeAnswer, combineMocks, withFailedRead } from './mocks'

const course = '/admin/courses/c0000000-0000-4000-8000-000000000001'
const LESSON = 'e0000000-0000-4000-8000-000000010101'

const levels = [
  { title: 'Not yet', points: 0, meaning: 'Something that the brief asks for is missing.' },
  { title: 'Good', points: 1, meaning: 'Everything is there.' },
  {
    title: 'Excellent',
    points: 2,
    meaning: 'Everything is there, and somebody else could go on from it tomorrow.',
  },
]
const rubric = [
  { id: 'c1', position: 0, title: 'It does what the brief asks', essential: true, levels },
  {
    id: 'c2',
    position: 1,
    title: 'The history tells what happened, and why it had to happen',
    essential: false,
    levels: levels.slice(0, 2),
  },
]

/** Changes the database's answer so that the lesson is an assignment, with these settings of its tests. */
const isAssignmentWith = (tests: Partial<TestValues>) =>
  changeAnswer<object | object[]>('**/rest/v1/lessons*', (answer) => {
    const change = (row: object) => ({
      ...row,
      content_type: 'ASSIGNMENT',
      assignments: {
        accepts: ['TEXT', 'CODE', 'REPOSITORY'],
        due_day: 7,
        due_time: '18:00:00',
        late: 'SHUT',
        cutoff_days: 3,
        blind: false,
        ...testPart({ ...EMPTY_TESTS, ...tests }),
        rubric_criteria: rubric,
      },
    })
    return Array.isArray(answer) ? answer.map(change) : change(answer)
  })

const isAssignment = isAssignmentWith({})

const dialog = (page: Page) => page.getByRole('dialog')
const edited = { as: 'admin', path: `${course}?lesson=${LESSON}`, mock: isAssignment } as const
const rubricInSight = (page: Page) =>
  dialog(page).getByRole('heading', { name: 'Rubric', exact: true }).scrollIntoViewIfNeeded()

const SHA = '1f8c4e0b9a7d6352'.padEnd(40, '0')
const tested: Partial<TestValues> = {
  ...{ grader: 'rookies-school/grading/.github/workflows/history.yml@history-v1', grader_sha: SHA },
  ...{ template_url: 'https://github.com/rookies-school/history', suite: 'history', paths: 'src' },
  ...{ expected: `history > keeps each step\n${WIDE_WORD}`, tests_do: 'PASS', push_hands_in: true },
}
const testState = answerWith('**/rpc/assignment_tests*', {
  grader_new_sha: SHA.split('').reverse().join(''),
  ...{ grader_seen_at: '2026-11-20T08:00:00Z', connected: 24, judged: 112, repository: null },
  line: 'rookies: rk_8f14e45fceea167a5a36dedd4bea2543f1e2d3c4',
  trial: {
    ...{
      id: 't1',
      verdict: 'FAIL',
      sha: SHA,
      commit_url: 'https://github.com/linus/history/commit/1f8c',
    },
    ...{ suite: 'history', tests: 3, failed: 1, missing: [], received_at: '2026-11-21T08:00:00Z' },
    ...{ pushed_at: null, run_url: 'https://github.com/linus/history/actions/runs/1' },
    results: ['keeps each step', 'has a branch', 'is merged'].map((name, at) => ({
      name,
      ok: at > 0,
    })),
  },
})

const person = (name: string, n: number) => ({
  id: `dc000000-0000-4000-8000-0000000003${10 + n}`,
  name,
})
const row = (name: string, n: number, lesson: string, values: object) => ({
  lesson: { id: LESSON, title: lesson },
  course: { id: 'c1', title: 'Git from the First Commit', slug: 'git' },
  person: person(name, n),
  request: null,
  extension: null,
  due: { at: '2026-11-27T17:00:00Z', zone: 'Europe/Vienna', extended: false },
  ...values,
})
export const noExtensions = answerWith('**/rpc/extension_list', { total: 0, rows: [] })
const asked = [
  row('Grace Silva-Hernández', 1, 'A repository of your own', {
    request: {
      note: `My laptop is being repaired, and I get it back on Monday. The shop calls it ${WIDE_WORD}.`,
      asked_at: '2026-11-20T08:00:00Z',
      days: 3,
    },
  }),
  row('Sam Osei', 4, 'A merge with a conflict', {
    request: { note: '', asked_at: '2026-11-21T08:00:00Z', days: null },
  }),
]
/** Answers the requests for the list of requests and for the list of extensions with the same rows. */
export const extended = answerWith('**/rpc/extension_list', {
  total: 2,
  rows: asked.map((one) => ({
    ...one,
    extension: {
      due_at: '2026-11-30T17:00:00Z',
      reason: `Ill for a week: ${WIDE_WORD}`,
      given_at: '2026-11-22T08:00:00Z',
      by: 'Linus Nowak',
    },
  })),
})

export const figures = answerWith('**/rpc/assignment_figures*', {
  since: '2026-08-22T08:00:00Z',
  assignments: [
    {
      lesson: { id: LESSON, title: 'A repository of your own' },
      course: { id: 'c0000000-0000-4000-8000-000000000001', title: 'Git', slug: 'git' },
      ...{ handed_in: 41, waiting: 3, passed: 32, rounds: 1.6, reviews: 58 },
      ...{ median_hours: 9.5, p90_hours: 41.2 },
      criteria: [
        { id: 'c2', title: 'The history tells what happened', judged: 58, failed: 21 },
        { id: 'c1', title: 'It does what the brief asks', judged: 58, failed: 9 },
      ],
      tested: true,
      tests: [
        { name: 'history > has a commit for each step', judged: 120, failed: 44 },
        { name: `branch > ${WIDE_WORD}`, judged: 119, failed: 2 },
      ],
    },
    {
      lesson: { id: 'e2', title: 'A merge with a conflict' },
      course: { id: 'c0000000-0000-4000-8000-000000000001', title: 'Git', slug: 'git' },
      ...{ handed_in: 0, waiting: 0, passed: 0, rounds: null, reviews: 0 },
      ...{ median_hours: null, p90_hours: null, criteria: [] },
    },
  ],
})

const unknown = {
  ...{ stopped: null, questions: 0, rounds: null, handed_in: null },
  ...{ criterion: null, failed_runs: null, passed: null, high: [] },
}
const whereHard = answerWith('**/rpc/where_course_is_hard*', {
  slug: 'git',
  lessons: 11,
  rows: [
    {
      ...{ ...unknown, id: 'e2', title: 'A merge with a conflict', stopped: 12, questions: 7 },
      ...{ rounds: 2.5, handed_in: 41, high: ['stopped', 'questions', 'rounds', 'criterion'] },
      criterion: { title: 'The history tells what happened', judged: 50, failed: 31 },
    },
    {
      ...{ ...unknown, id: 'e3', title: 'Count what is in the basket', questions: 2 },
      ...{ failed_runs: 4, passed: 26, high: ['failed_runs'] },
    },
    { ...unknown, id: LESSON, title: 'A repository of your own', questions: 1 },
  ],
})

/** The screens on which staff edit assignments, give extensions and read figures. */
export const assignmentScreens: Screen[] = [
  {
    name: 'admin-lesson-assignment',
    ...edited,
    shows: 'People hand in',
    prepare: (page) =>
      dialog(page).getByRole('heading', { name: 'Handing in' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-lesson-assignment-new',
    like: 'admin-lesson-assignment',
    as: 'admin',
    path: course,
    shows: 'By what work is judged',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Add Lesson/ })
        .first()
        .click()
      await dialog(page).getByLabel('Title', { exact: true }).fill('A repository of your own')
      await dialog(page).getByRole('tab', { name: 'Assignment' }).click()
    },
  },
  {
    name: 'admin-lesson-tests',
    ...edited,
    mock: combineMocks(isAssignmentWith(tested), testState),
    shows: 'The workflow has moved',
    prepare: (page) =>
      dialog(page).getByRole('heading', { name: 'Tests', exact: true }).scrollIntoViewIfNeeded(),
  },
  { name: 'admin-lesson-rubric', ...edited, shows: 'As learners see it', prepare: rubricInSight },
  {
    name: 'admin-lesson-rubric-wrong',
    like: 'admin-lesson-rubric',
    ...edited,
    shows: 'A level needs a title',
    prepare: async (page) => {
      await dialog(page)
        .getByRole('button', { name: 'Add Level to It does what the brief asks' })
        .click()
      await dialog(page).getByRole('button', { name: 'Save Lesson' }).click()
    },
  },
  {
    name: 'admin-lesson-rubric-preview',
    like: 'admin-lesson-rubric',
    ...edited,
    shows: 'As learners see it',
    prepare: (page) =>
      dialog(page)
        .getByRole('region', { name: 'Rubric as learners see it' })
        .scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-cohort-extensions',
    ...tab('extensions'),
    shows: '2 requests for more time',
    mock: combineMocks(shown(), extended),
  },
  {
    name: 'admin-cohort-no-extensions',
    ...tab('extensions'),
    shows: 'No extensions',
    mock: combineMocks(shown(), noExtensions),
  },
  {
    name: 'admin-extension-give',
    like: 'admin-cohort-opening',
    ...tab('extensions'),
    shows: 'Then it is due',
    mock: combineMocks(shown(), extended),
    prepare: (page) => page.getByRole('button', { name: /^Other….*Grace/ }).click(),
  },
  {
    name: 'admin-extension-decline',
    like: 'admin-cohort-opening',
    ...tab('extensions'),
    shows: 'Decline More Time',
    mock: combineMocks(shown(), extended),
    prepare: (page) => page.getByRole('button', { name: /^Decline….*Grace/ }).click(),
  },
  {
    name: 'admin-course-figures',
    as: 'admin',
    path: `${course}?tab=figures`,
    shows: 'The history tells what happened',
    mock: figures,
  },
  {
    name: 'admin-course-where-hard',
    as: 'admin',
    path: `${course}?tab=figures`,
    shows: 'Nothing is known about 8 other lessons.',
    mock: combineMocks(figures, whereHard),
  },
  {
    name: 'admin-course-where-hard-error',
    like: 'admin-members-error',
    as: 'admin',
    path: `${course}?tab=figures`,
    shows: 'Failed to load where the course is hard',
    ...withFailedRead('**/rpc/where_course_is_hard*'),
  },
  {
    name: 'admin-cohort-figures',
    like: 'admin-course-figures',
    ...tab('progress'),
    shows: 'The history tells what happened',
    mock: combineMocks(shown(), answerWith('**/rpc/cohort_progress*', progress(4)), figures),
    prepare: (page) => page.getByRole('heading', { name: 'Assignments' }).scrollIntoViewIfNeeded(),
  },
]
