import type { Screen } from '../screens'
import { WIDE_WORD } from '../wide-text'
import { answerWith, combineMocks, whileLoading, withFailedRead } from './mocks'
import { page, round, shown } from './reviews'

const url = 'https://github.com/ada-okafor/a-page-about-tea'
const sha = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3'
const at = '2026-11-22T05:58:00Z'
const commit = { sha, commit_url: `${url}/commit/${sha}`, received_at: at }
const TRACE = `AssertionError: expected 4, received 5

  at Object.<anonymous> (tests/list.test.js:12:24)
  at pour (src/tea/kettle.js:31:9)
${WIDE_WORD}
`

const result = {
  ...{ id: 'dc000000-0000-4000-8000-0000000004b1', verdict: 'FAIL', ...commit, pushed_at: at },
  ...{ suite: 'tea', tests: 11, failed: 2, missing: ['kettle > stops when it boils'] },
  results: Array.from({ length: 11 }, (_, n) => ({
    name: `list > ${n === 1 ? WIDE_WORD : `keeps the order of ${n + 2} leaves`}`,
    ok: n > 1,
    ...(n < 2 && { message: n === 0 ? TRACE.repeat(3) : 'No list.' }),
  })),
  run_url: `${url}/actions/runs/1/attempts/1`,
}
const bare = { text: null, code: [], url: null, repo_url: url }
const testedWork = shown({
  accepts: ['REPOSITORY'],
  paths: ['src'],
  extension_request: null,
  rounds: [
    round(1, bare),
    round(2, { ...bare, ...commit, commit_sha: sha, connected: true, made_at: at, tests: result }),
  ],
})

const LESSON = 'dc000000-0000-4000-8000-000000000460'
const table = { as: 'admin', path: `/admin/reviews/repositories/${LESSON}` } as const
const list = '**/rpc/lesson_repositories*'
const repository = {
  ...{ owner: 'ada-okafor', name: 'a-page-about-tea', url, connected_at: at },
  default_branch: 'main',
}
const person = (n: number, name: string) => ({
  ...{ id: `dc000000-0000-4000-8000-0000000004c${n}`, name, email: `person${n}@example.org` },
})
const counts = { CONNECTED: 24, FAILING: 4, PASSING: 19, CONNECTING: 2, NEVER: 5 }
const passes = { verdict: 'PASS', ...commit, failed: 0, first_failed: null }
const rows = [
  {
    ...{ person: person(1, 'Ada Okafor'), repository },
    result: {
      ...{ id: 'r1', verdict: 'FAIL', ...commit, failed: 3 },
      first_failed: `list > keeps the order of ${WIDE_WORD}`,
    },
  },
  {
    person: person(2, 'Grace Silva-Hernández'),
    repository: { ...repository, owner: 'grace', name: WIDE_WORD },
    result: { id: 'r2', ...passes },
  },
  {
    person: person(3, 'Linus Nowak'),
    repository: { ...repository, owner: 'linus', connected_at: null, default_branch: null },
    result: null,
  },
  { person: { ...person(4, 'Sam Osei'), email: null }, repository: null, result: null },
]
const titled = answerWith('**/rest/v1/lessons?*content_type=eq.ASSIGNMENT*', [
  { id: LESSON, title: 'A page about tea', module: { course_id: LESSON } },
])
const full = combineMocks(answerWith(list, { total: 31, counts, rows }), titled)
const none = { CONNECTED: 0, FAILING: 0, PASSING: 0, CONNECTING: 0, NEVER: 0 }

/** Tested repositories, as reviewers and other staff see them. */
export const repositoryScreens: Screen[] = [
  {
    ...{ name: 'admin-review-tests', ...page, shows: '3 of 12 tests fail', mock: testedWork },
    prepare: (shownPage) => shownPage.getByText('9 tests pass').click(),
  },
  {
    ...{ name: 'admin-review-test-again', ...page, shows: '3 of 12 tests fail', mock: testedWork },
    prepare: (shownPage) => shownPage.getByRole('button', { name: 'Test Again…' }).click(),
  },
  {
    ...{ name: 'admin-review-not-connected', like: 'admin-review-tests', ...page },
    ...{ shows: 'Not connected', mock: testedWork },
    prepare: (shownPage) => shownPage.getByText('Round 1', { exact: true }).click(),
  },
  { name: 'admin-repositories', ...table, shows: 'Linus Nowak', mock: full },
  {
    ...{ name: 'moderator-repositories', like: 'admin-repositories', as: 'moderator' },
    ...{ path: `/moderator/reviews/repositories/${LESSON}`, shows: 'Linus Nowak', mock: full },
  },
  {
    ...{ name: 'admin-repositories-loading', like: 'admin-members-loading', ...table },
    ...{ shows: 'Repositories', ...whileLoading(list) },
  },
  {
    ...{ name: 'admin-repositories-empty', like: 'admin-invites-empty', ...table },
    ...{ path: `${table.path}?state=FAILING`, shows: 'Nobody found' },
    mock: answerWith(list, { total: 0, counts: none, rows: [] }),
  },
  {
    ...{ name: 'admin-repositories-error', like: 'admin-members-error', ...table },
    ...{ shows: 'Failed to load repositories', ...withFailedRead(list) },
  },
]
