import type { MyAssignment, MyTests } from '@rookies/data/assignments/my-assignment'
import type { RepositoryResult } from '@rookies/data/assignments/result'
import { aRound } from '@rookies/data/testing/assignments'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { visitAssignment } from '../../../testing/open-assignment'
import type { openPortal } from '../../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => {
  portal.leave()
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
})

const url = 'https://github.com/ada/tea'
const sha = '0123456789abcdef'.padEnd(40, '0')
const asked = { owner: 'ada', name: 'tea', url, connected_at: null, default_branch: null }
const repository = { ...asked, connected_at: '2026-11-20T10:00:00Z', default_branch: 'main' }

const aResult = (change: Partial<RepositoryResult> = {}): RepositoryResult => ({
  ...{ id: 't1', verdict: 'PASS', sha, commit_url: `${url}/commit/${sha}`, suite: 'tea' },
  ...{ tests: 2, failed: 0, missing: [] },
  results: ['pours', 'list > keeps the order'].map((name) => ({ name, ok: true, skipped: false })),
  ...{ received_at: '2026-11-20T10:01:00Z', pushed_at: '2026-11-20T10:00:00Z' },
  run_url: `${url}/actions/runs/1`,
  ...change,
})
const failing = aResult({
  ...{ id: 't2', verdict: 'FAIL', failed: 1, missing: ['boils'] },
  results: [
    { name: 'pours', ok: false, skipped: false, message: 'expected 4\n at src/tea.js:31:9' },
    { name: 'keeps the order', ok: true, skipped: true },
  ],
})

/** Opens an assignment that tests repositories. */
function visit(
  tests: Partial<MyTests> = {},
  assignment: Partial<MyAssignment> = {},
  answers: object = {},
) {
  const own = {
    ...{ template_url: 'https://github.com/school/tea', suite: 'tea', paths: ['src'] },
    ...{ tests_do: 'SHOW', push_hands_in: false, line: 'rookies: rk_1', repository: null },
    ...{ result: null, ...tests },
  }
  portal = visitAssignment({ accepts: ['REPOSITORY'], ...assignment, tests: own }, answers)
}
const block = async () => within(await screen.findByRole('region', { name: 'Your repository' }))
const titles = (own: Awaited<ReturnType<typeof block>>) =>
  own.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const handIn = () => screen.getByRole('button', { name: 'Hand in' })

describe('a repository that is not connected', () => {
  it('has steps, of which the address is sent and refused beside its field', async () => {
    const message = 'Paste the address of a repository at github.com.'
    const refusal = { status: 422, body: { code: 'PT422', hint: 'repo_url', message } }
    visit({}, {}, { ask_repository: () => refusal })
    const own = await block()
    expect(own.getByRole('link', { name: 'Open the template' }).getAttribute('href')).toBe(
      'https://github.com/school/tea',
    )
    expect(own.getByText('rookies: rk_1')).toBeTruthy()
    const field = own.getByLabelText('Address')
    fireEvent.change(field, { target: { value: 'example.org/tea' } })
    fireEvent.click(own.getByRole('button', { name: 'Use this repository' }))
    expect(await own.findByText(message)).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')

    portal.answer('ask_repository', asked)
    const known = { lesson_id: 'a', repo_url: url }
    fireEvent.change(field, { target: { value: 'git@github.com:ada/tea.git' } })
    fireEvent.click(own.getByRole('button', { name: 'Use this repository' }))
    await waitFor(() => expect(portal.asked('ask_repository').at(-1)?.body).toEqual(known))
  })

  it('takes a pasted address, which the form for handing in leaves alone', async () => {
    visit()
    const own = await block()
    const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
      clipboardData: { getData: () => url },
    })
    fireEvent(document.body, paste)
    expect(own.getByLabelText<HTMLInputElement>('Address').value).toBe(url)
    expect(screen.getByLabelText<HTMLInputElement>('Repository').value).toBe('')
  })

  it('checks off what was done, and waits for the first push', async () => {
    visit({ repository: asked })
    const own = await block()
    expect(titles(own)).toEqual([
      'Open the template, done',
      'Paste the address of your repository, done',
      'Add your line',
      'Push',
    ])
    expect(own.getByText(/^Waiting for the first push/)).toBeTruthy()
    fireEvent.click(own.getByRole('button', { name: 'Change' }))
    expect(own.getByLabelText<HTMLInputElement>('Address').value).toBe(url)
  })

  it('says why nothing can be handed in before the tests pass', async () => {
    visit({ tests_do: 'GATE' })
    const reason = 'Connect your repository first: its tests have to pass before you hand in.'
    expect((await screen.findByText(reason)).id).toBe(handIn().getAttribute('aria-describedby'))
    fireEvent.click(handIn())
    expect(handIn().getAttribute('aria-disabled')).toBe('true')
    expect(portal.asked('submit_round')).toEqual([])
  })

  it('is not asked for where nothing can be handed in', async () => {
    visit({}, { can_hand_in: false })
    await screen.findByText(/^You are reading a free preview/)
    expect(screen.queryByRole('region', { name: 'Your repository' })).toBeNull()
  })
})

describe('a connected repository', () => {
  it('shows the failed tests with the line of the learner, and holds work back', async () => {
    visit({ repository, result: failing, tests_do: 'GATE' })
    const own = await block()
    expect(own.getByRole('status').textContent).toBe('2 of 3 tests fail')
    expect(own.getByText(/^expected 4/)).toBeTruthy()
    expect(own.getByRole('link', { name: /src.tea.js.*line 31/ }).getAttribute('href')).toBe(
      `${url}/blob/${sha}/src/tea.js#L31`,
    )
    expect(own.getByRole('list', { name: 'Tests that did not run' }).textContent).toBe(
      'Did not run: boils',
    )
    expect(own.getByText('1 test passes')).toBeTruthy()
    expect(own.getByRole('link', { name: '0123456789' })).toBeTruthy()
    expect(own.getByRole('link', { name: 'Log at GitHub' })).toBeTruthy()
    expect(screen.getByText(/^The tests of your newest commit fail/)).toBeTruthy()
    expect(handIn().getAttribute('aria-disabled')).toBe('true')
  })

  it('is handed in at its newest tested commit once the tests pass', async () => {
    visit({ repository, result: aResult(), tests_do: 'GATE' })
    expect((await block()).getByRole('status').textContent).toBe('All 2 tests pass')
    expect(screen.getByText(/newest tested commit 0123456789/)).toBeTruthy()
    fireEvent.click(handIn())
    await waitFor(() => expect(portal.asked('submit_round')).toHaveLength(1))
    expect(portal.asked('submit_round')[0]?.body).toMatchObject({ repo_url: url })
  })

  it('hands in by a push, so that the form is folded', async () => {
    visit({ repository, result: aResult(), tests_do: 'PASS', push_hands_in: true })
    const own = await block()
    expect(own.getByText(/^Each push hands in by itself. When all tests pass/)).toBeTruthy()
    expect(screen.queryByRole('form', { name: 'Hand in' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Hand in without a push' }))
    expect(await screen.findByRole('form', { name: 'Hand in' })).toBeTruthy()
  })

  it('keeps its result when the work has passed, and says no more what a push does', async () => {
    const submission = { state: 'PASSED', round: 1, awaiting_since: null, passed_at: null } as const
    visit({ repository, result: aResult(), tests_do: 'PASS' }, { submission, can_hand_in: false })
    const own = await block()
    expect(own.getByText('All 2 tests pass')).toBeTruthy()
    expect(own.queryByText(/lesson is complete/)).toBeNull()
  })

  it('says when its result came while the server does not answer, and that it cannot disconnect', async () => {
    visit({ repository, result: aResult() })
    const own = await block()
    portal.answer('assignment', () => ({ status: 400, body: { code: 'PT400' } }))
    portal.answer('disconnect_repository', () => Promise.reject(new TypeError('Failed to fetch')))
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
    fireEvent.click(own.getByRole('button', { name: 'Disconnect' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect tea?' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
    expect(await own.findByText(/^You are offline/)).toBeTruthy()
    Reflect.deleteProperty(navigator, 'onLine')
    fireEvent(document, new Event('visibilitychange'))
    expect(await own.findByText(/^Saved on this device on/)).toBeTruthy()
  })
})

it('A round shows its tests, its push, and whether its repository was connected', async () => {
  const work = { url: null, repo_url: url, commit_sha: sha }
  const rounds = [
    aRound(work),
    aRound({
      ...{ ...work, id: 'r2', round: 2, connected: true },
      ...{ tests: failing, made_at: failing.pushed_at },
    }),
  ]
  visit({ repository }, { rounds })
  const latest = within(await screen.findByRole('region', { name: 'Round 2' }))
  expect(latest.getByText('2 of 3 tests fail')).toBeTruthy()
  expect(latest.getAllByText(/^Pushed on/)).toHaveLength(2)
  expect(latest.queryByText(/not connected/)).toBeNull()
  const first = screen.getByRole('heading', { name: 'Round 1' }).closest('details') as HTMLElement
  fireEvent.click(within(first).getByText('Round 1'))
  expect(await within(first).findByText(/^not connected, at commit/)).toBeTruthy()
})
