import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bodies } from '../../test/cohorts'
import { findDialog } from '../../test/interact'
import { preparePage } from '../../test/open-panel'
import { openReviews, REVIEW, reviewFacts, roundFacts } from '../../test/reviews'

preparePage()
const writeText = vi.fn()
beforeEach(() => {
  writeText.mockResolvedValue(undefined)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
})
afterEach(() => {
  writeText.mockReset()
  Reflect.deleteProperty(navigator, 'clipboard')
})

const LESSON = 'dc000000-0000-4000-8000-000000000601'
const COHORT = 'dc000000-0000-4000-8000-000000000602'
const TABLE = `/admin/reviews/repositories/${LESSON}`
const url = 'https://github.com/mia/tea'
const sha = '0123456789abcdef'.padEnd(40, '0')
const at = '2026-03-02T17:00:20Z'
const commit = { sha, commit_url: `${url}/commit/${sha}`, received_at: at }

const result = {
  ...{ id: 'result-1', verdict: 'FAIL', ...commit, pushed_at: at, suite: 'tea' },
  ...{ tests: 2, failed: 1, missing: [], run_url: `${url}/actions/runs/1` },
  results: [
    { name: 'list > pours', ok: false, message: 'expected 4\n at src/tea.js:8:2' },
    { name: 'cools', ok: true },
  ],
}
const tested = { repo_url: url, commit_sha: sha, connected: true, made_at: at, tests: result }

const counts = { CONNECTED: 2, FAILING: 1, PASSING: 0, CONNECTING: 1, NEVER: 3 }
const person = (n: number, email: string | null) => ({ id: `p${n}`, name: `Person ${n}`, email })
const repository = { owner: 'mia', name: 'tea', url, connected_at: at, default_branch: 'main' }
const rows = [
  {
    ...{ person: person(1, 'one@example.org'), repository },
    result: { id: 'r', verdict: 'FAIL', ...commit, failed: 2, first_failed: 'list > pours' },
  },
  {
    ...{ person: person(2, 'two@example.org'), result: null },
    repository: { ...repository, name: 'cup', connected_at: null, default_branch: null },
  },
  { person: person(3, null), repository: null, result: null },
]

describe('tests of a round', () => {
  it('show the failing test with its line at the commit, and the commit is tested again after a question (rules/repositories#again)', async () => {
    const { sent } = openReviews(REVIEW, {
      'rpc/review': { body: reviewFacts({ paths: ['src'], rounds: [roundFacts(tested)] }) },
      'rpc/judge_again': { body: null },
    })
    const tests = within(await screen.findByRole('region', { name: 'Tests' }))
    expect(tests.getByText('1 of 2 tests fails')).toBeDefined()
    expect(tests.getByRole('link', { name: 'src/tea.js, line 8' }).getAttribute('href')).toBe(
      `${url}/blob/${sha}/src/tea.js#L8`,
    )
    expect(screen.getByText(/^Handed in.*, pushed/)).toBeDefined()
    expect(screen.queryByText('Not connected')).toBeNull()
    fireEvent.click(tests.getByRole('button', { name: 'Test Again…' }))
    const question = within(await findDialog('Test this commit again?'))
    expect(bodies(sent, 'rpc/judge_again')).toEqual([])
    fireEvent.click(question.getByRole('button', { name: 'Test Again' }))
    expect(await screen.findByText('The commit can be tested once more')).toBeDefined()
    expect(bodies(sent, 'rpc/judge_again')).toEqual([{ result_id: 'result-1' }])
  })

  it('are not tested again by people who may not review, and mark a repository that is not connected', async () => {
    const other = roundFacts({ ...tested, connected: false })
    openReviews(REVIEW, {
      'rpc/review': { body: reviewFacts({ can_review: false, paths: ['src'], rounds: [other] }) },
    })
    expect(await screen.findByText('Not connected')).toBeDefined()
    expect(screen.getByRole('region', { name: 'Tests' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Test Again…' })).toBeNull()
  })

  it('do not mark the repositories of an assignment that tests nothing', async () => {
    openReviews(REVIEW, {
      'rpc/review': { body: reviewFacts({ rounds: [roundFacts({ repo_url: url })] }) },
    })
    expect(await screen.findByRole('link', { name: url })).toBeDefined()
    expect(screen.queryByText('Not connected')).toBeNull()
  })
})

describe('table of repositories (rules/repositories#table)', () => {
  const answers = { 'rpc/lesson_repositories': { body: { total: 3, counts, rows } } }
  const link = (name: string) => screen.findByRole('link', { name })

  it('names who fails which test, who never pushed, and how many are in each state', async () => {
    const { sent, router } = openReviews(TABLE, answers)
    const row = within((await screen.findByText('Person 1')).closest('tr') as HTMLElement)
    expect(row.getByText('list › pours, and 1 more')).toBeDefined()
    expect((await link('mia/tea')).getAttribute('href')).toBe(url)
    expect(screen.getByText('Nothing was pushed yet')).toBeDefined()
    expect((await link('All 6')).getAttribute('aria-current')).toBe('page')
    fireEvent.click(await link('Never pushed 1'))
    await waitFor(() => expect(router.state.location.search).toBe('?state=CONNECTING'))
    await waitFor(() =>
      expect(bodies(sent, 'rpc/lesson_repositories').at(-1)).toEqual({
        ...{ lesson_id: LESSON, filter: { state: 'CONNECTING' }, page: 1, page_size: 25 },
      }),
    )
  })

  it('copies the emails of the people in the chosen state and cohort with one press', async () => {
    const { sent } = openReviews(`${TABLE}?state=FAILING&cohort=${COHORT}&page=2`, {
      'rpc/lesson_repositories': ({ body }) => {
        const isTable = (body as { page_size: number }).page_size === 25
        return { body: { total: 28, counts, rows: isTable ? rows.slice(0, 1) : rows } }
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Copy Emails' }))
    expect(
      await screen.findByText('Copied the emails of 2 people. You may not see those of 1 more.'),
    ).toBeDefined()
    expect(writeText.mock.calls).toEqual([['one@example.org, two@example.org']])
    const filter = { state: 'FAILING', cohort_id: COHORT }
    expect(bodies(sent, 'rpc/lesson_repositories')).toEqual([
      { lesson_id: LESSON, filter, page: 2, page_size: 25 },
      { lesson_id: LESSON, filter, page: 1, page_size: 100 },
    ])
  })

  it('copies no emails if the reader may see none', async () => {
    const body = { total: 1, counts, rows: rows.slice(2) }
    openReviews(TABLE, { 'rpc/lesson_repositories': { body } })
    await screen.findByText('Person 3')
    expect(screen.queryByRole('button', { name: 'Copy Emails' })).toBeNull()
  })
})
