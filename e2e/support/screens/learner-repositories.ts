import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { WIDE_WORD } from '../wide-text'
import { member, page, round, state } from './learner-assignments'
import { combineMocks, failRequests } from './mocks'

const url = 'https://github.com/ada-okafor/a-page-about-tea'
const sha = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3'
const TRACE = `AssertionError: expected 4, received 5

  at Object.<anonymous> (tests/list.test.js:12:24)
  at pour (src/tea/kettle.js:31:9)
${WIDE_WORD}
`

const result = (verdict: 'PASS' | 'FAIL', change: object = {}) => ({
  id: '00000000-0000-4000-8000-0000000000b1',
  verdict,
  sha,
  commit_url: `${url}/commit/${sha}`,
  suite: 'tea',
  tests: 11,
  failed: verdict === 'PASS' ? 0 : 2,
  missing: verdict === 'PASS' ? [] : ['kettle > stops when it boils'],
  results: Array.from({ length: 11 }, (_, at) => ({
    name: `list > ${at === 1 ? WIDE_WORD : `keeps the order of ${at + 2} leaves`}`,
    ok: verdict === 'PASS' || at > 1,
    ...(verdict === 'FAIL' && at < 2 && { message: at === 0 ? TRACE.repeat(3) : 'No list.' }),
    ms: 12,
  })),
  received_at: '2026-03-04T10:01:00Z',
  pushed_at: '2026-03-04T10:00:00Z',
  run_url: `${url}/actions/runs/1/attempts/1`,
  ...change,
})

const repository = (connected_at: string | null) => ({
  ...{ owner: 'ada-okafor', name: 'a-page-about-tea', url, connected_at, default_branch: 'main' },
})
const connected = repository('2026-03-02T10:00:00Z')

const tested = (tests: object, values: object = {}) =>
  page({
    accepts: ['REPOSITORY'],
    tests: {
      template_url: 'https://github.com/rookies-school/tea-template',
      ...{ suite: 'tea', paths: ['src'], tests_do: 'SHOW', push_hands_in: false },
      line: 'rookies: rk_8f14e45fceea167a5a36dedd4bea2543f1e2d3c4',
      ...{ repository: null, result: null, ...tests },
    },
    ...values,
  })

const inSight = (shown: Page) =>
  shown.getByRole('heading', { name: 'Your repository', exact: true }).scrollIntoViewIfNeeded()
const named = (name: string, shows: string | RegExp, mock: Screen['mock']): Screen => ({
  ...{ name: `assignment-repository${name}`, ...member, shows, ...(mock && { mock }) },
  prepare: inSight,
})
const failing = result('FAIL')
const handedIn = [
  round(1, { repo_url: 'https://github.com/ada-okafor/another', connected: false }),
  round(2, { repo_url: url, connected: true, made_at: failing.pushed_at, tests: failing }),
].map((one) => ({ ...one, text: null, code: [], url: null, files: [], note: null }))

/** An assignment whose repositories are tested, as its learner sees it. */
export const learnerRepositoryScreens: Screen[] = [
  named('', 'Open the template', tested({ tests_do: 'PASS', push_hands_in: true })),
  {
    ...named(
      '-wrong',
      'Open the template',
      combineMocks(
        tested({ tests_do: 'GATE' }),
        failRequests('**/rpc/ask_repository', 422, {
          ...{ code: 'PT422', hint: 'repo_url' },
          message: 'Paste the address of a repository at github.com.',
        }),
      ),
    ),
    prepare: async (shown) => {
      await shown.getByLabel('Address').fill('https://example.org/tea')
      await shown.getByRole('button', { name: 'Use this repository' }).click({ delay: 600 })
      await shown.getByText('Paste the address of a repository at github.com.').waitFor()
    },
    expectProblems: [/422/],
  },
  named('-asked', 'Waiting for the first push.', tested({ repository: repository(null) })),
  named(
    '-failing',
    '3 of 12 tests fail',
    tested({ tests_do: 'GATE', repository: connected, result: failing }),
  ),
  {
    ...named(
      '-passing',
      'All 11 tests pass',
      tested(
        { push_hands_in: true, repository: connected, result: result('PASS') },
        { submission: state('WAITING', 2), rounds: handedIn, place: { place: 3, of: 12 } },
      ),
    ),
    prepare: async (shown) => {
      await shown.getByText('11 tests pass', { exact: true }).click()
      await shown.getByText('3 of 12 tests fail').click()
      await shown.getByRole('heading', { name: 'Round 1' }).click()
    },
  },
  {
    ...named('-disconnect', 'Connected as', tested({ repository: connected })),
    prepare: (shown) => shown.getByRole('button', { name: 'Disconnect' }).click(),
  },
]
