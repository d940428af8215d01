import type { BrowserResult } from '@rookies/exercise-engine/runner'
import { describe, expect, it } from 'vitest'
import { nextHintText, runAnnouncement, runSummary } from './run-messages'

const ok = { name: 'sum > adds', ok: true }
const failed = {
  name: 'sum > adds negative numbers',
  ok: false,
  problem: {
    message: 'expected 3 to be -1',
    expected: '-1',
    actual: '3',
    path: 'main.js',
    line: 2,
  },
}
const run = (change: Partial<Extract<BrowserResult, { ms: number }>>): BrowserResult => ({
  verdict: 'FAIL',
  tests: [],
  ms: 4,
  ...change,
})

describe('a run in words', () => {
  it('counts the tests', () => {
    expect(runSummary(run({ verdict: 'PASS', tests: [ok] }))).toBe('The test passed.')
    expect(runSummary(run({ verdict: 'PASS', tests: [ok, ok] }))).toBe('All 2 tests passed.')
    expect(runSummary(run({ tests: [failed] }))).toBe('The test failed.')
    expect(runSummary(run({ tests: [ok, failed, failed] }))).toBe('2 of 3 tests failed.')
  })

  it('counts no test that did not run', () => {
    const left = { name: 'later', ok: true, not_run: 'TODO' } as const
    expect(runSummary(run({ verdict: 'PASS', tests: [ok, left] }))).toBe('The test passed.')
    expect(runSummary(run({ tests: [failed, ok, left] }))).toBe('1 of 2 tests failed.')
    const passed = run({ verdict: 'PASS', tests: [ok, ok, left] })
    expect(runSummary(passed, 'test', true)).toBe('All 2 shown tests passed here.')
  })

  it('says that the shown tests passed where there are hidden ones', () => {
    const passed = run({ verdict: 'PASS', tests: [ok, ok] })
    expect(runSummary(passed, 'test', true)).toBe('All 2 shown tests passed here.')
    expect(runSummary(run({ tests: [ok, failed] }), 'test', true)).toBe('1 of 2 tests failed.')
  })

  it('calls the tests of a page checks', () => {
    expect(runSummary(run({ tests: [ok, failed, failed] }), 'check')).toBe('2 of 3 checks failed.')
    expect(runAnnouncement({ verdict: 'UNREACHABLE' }, 'check')).toMatch(/^The checks can’t run/)
  })

  it('announces the first test that failed, with the difference and the line', () => {
    expect(runAnnouncement(run({ tests: [ok, failed, { ...failed, name: 'other' }] }))).toBe(
      '2 of 3 tests failed. First: sum, adds negative numbers. Expected -1, got 3. main.js, line 2.',
    )
  })

  it('announces why there is no result', () => {
    const problem = { message: 'It did not finish within 500 ms', path: 'main.js', line: 2 }
    expect(runAnnouncement(run({ verdict: 'ERROR', problem, tests: [failed] }))).toBe(
      'Your code could not be tested. It did not finish within 500 ms. main.js, line 2.',
    )
    expect(runAnnouncement({ verdict: 'UNREACHABLE' })).toMatch(/^The tests can’t run here/)
  })
})

it('says when the next hint comes', () => {
  const hints = [{ after: 2 }, { after: 5 }]
  expect(nextHintText(hints, 0)).toBe('A hint appears after 2 more failed runs.')
  expect(nextHintText(hints, 4)).toBe('Another hint appears after 1 more failed run.')
  expect(nextHintText(hints, 4, 'check')).toBe('Another hint appears after 1 more failed check.')
  expect(nextHintText(hints, 5)).toBeNull()
  expect(nextHintText([], 0)).toBeNull()
})
