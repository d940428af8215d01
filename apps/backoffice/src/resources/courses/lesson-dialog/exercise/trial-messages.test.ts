import type { RunResult } from '@rookies/exercise-engine/run'
import { describe, expect, it } from 'vitest'
import { differencesOf, solutionSide, starterSide, type Trial } from './trial-messages'

const run = (passes: number, fails: number, more: Partial<RunResult> = {}): RunResult => ({
  verdict: fails > 0 ? 'FAIL' : 'PASS',
  tests: [
    ...Array.from({ length: passes }, (_, at) => ({ name: `passes ${at}`, ok: true })),
    ...Array.from({ length: fails }, (_, at) => ({ name: `fails ${at}`, ok: false })),
  ],
  ms: 3,
  ...more,
})
const noTests = run(0, 0, {
  verdict: 'ERROR',
  problem: { message: 'The tests file has no tests', path: 'tests.js' },
})
const left = run(0, 0, {
  verdict: 'PASS',
  tests: [
    { name: 'runs', ok: true },
    { name: 'skipped', ok: true, not_run: 'SKIPPED' },
    { name: 'to do', ok: true, not_run: 'TODO' },
    { name: 'to do, too', ok: true, not_run: 'TODO' },
  ],
})
const stopped = run(0, 0, { verdict: 'ERROR', problem: { message: 'did not finish' } })
const trial = (part: Partial<Trial>): Trial => ({
  ...{ solution: run(2, 0), solutionHidden: run(1, 0), starter: run(0, 2), starterHidden: null },
  ...{ time_ms: 400, isPage: false },
  ...part,
})

describe('the message to the author about the tests in the browser (rules/exercises#proof)', () => {
  it.each([
    [
      {},
      true,
      'The solution passes all 3 tests. It takes 6 ms of at most 200 ms, half of the time limit.',
    ],
    [
      { solution: run(1, 0, { ms: 200 }), solutionHidden: null },
      true,
      'The solution passes the test. It takes 200 ms of at most 200 ms, half of the time limit.',
    ],
    [
      { solution: left },
      true,
      'The solution passes all 2 tests. It takes 6 ms of at most 200 ms, half of the time limit. Skipped: 1 test. To do: 2 tests.',
    ],
    [{ solutionHidden: run(0, 1) }, false, 'The solution fails 1 of 3 tests.'],
    [{ solution: noTests }, false, 'There are no tests yet.'],
    [{ solutionHidden: noTests }, false, 'There are no hidden tests yet.'],
    [{ solution: stopped }, false, 'The tests stopped.'],
    [
      { solution: run(2, 0, { ms: 201 }) },
      false,
      'The solution passes, but takes 204 ms of at most 200 ms, half of the time limit.',
    ],
    [
      { solution: run(2, 0, { ms: 120 }), solutionHidden: run(1, 0, { ms: 80.2 }) },
      false,
      'The solution passes, but takes 201 ms of at most 200 ms, half of the time limit.',
    ],
  ])('says how the solution did: %j', (part, ok, text) => {
    expect(solutionSide(trial(part))).toMatchObject({ ok, text })
  })

  it.each([
    [{}, true, 'The starter fails 2 of 2 tests, as it must.'],
    [
      { starter: run(1, 0), starterHidden: run(0, 1) },
      true,
      'The starter fails 1 of 2 tests, as it must.',
    ],
    [{ starter: run(2, 0) }, false, 'The starter passes all 2 tests, so there is nothing to do.'],
    [{ starter: noTests }, false, 'There are no tests yet.'],
    [{ starterHidden: noTests }, false, 'There are no hidden tests yet.'],
    [{ starter: stopped }, true, 'The starter stops the tests, so learners begin there.'],
  ])('says how the starter did: %j', (part, ok, text) => {
    expect(starterSide(trial(part), false)).toMatchObject({ ok, text })
  })

  it.each([
    [{ starter: run(2, 0) }, 'The starter passes all 2 tests, and learners improve it.'],
    [{}, 'The starter fails 2 of 2 tests.'],
  ])('accepts a starter of practice that passes: %j', (part, text) => {
    expect(starterSide(trial(part), true)).toMatchObject({ ok: true, text })
  })

  it.each([
    [{ solution: run(2, 0, { ms: 350 }) }, 'The solution passes all 2 checks.'],
    [{ solution: run(1, 2) }, 'The solution fails 2 of 3 checks.'],
    [{ solution: stopped }, 'The checks stopped.'],
    [{ solution: noTests }, 'There are no checks yet.'],
    [{ starter: run(0, 1) }, 'The starter fails 1 of 1 check, as it should.'],
    [{ starter: run(2, 0) }, 'The starter passes all 2 checks, so there is nothing to do.'],
    [{ starter: stopped }, 'The starter stops the checks, so learners begin there.'],
  ])('says how a page did: %j', (part, text) => {
    const page = trial({ solutionHidden: null, isPage: true, ...part })
    const side = 'starter' in part ? starterSide(page, false) : solutionSide(page)
    expect(side.text).toBe(text)
  })
})

it('names what the tests of the solution ask for and browsers write differently', () => {
  const [times, xxx] = ['times in ko-KR', 'the currency XXX in en-US']
  const solution = run(2, 0, {
    differing: [{ what: times }, { what: times, test: 'group > shows' }, { what: xxx, test: 'b' }],
  })
  const solutionHidden = run(1, 0, { differing: [{ what: times, test: 'c' }] })
  expect(differencesOf(trial({ solution, solutionHidden }))).toEqual([
    'A file, “group › shows”, and “c” ask for times in ko-KR, which browsers write differently.',
    '“b” asks for the currency XXX in en-US, which browsers write differently.',
  ])
  expect(differencesOf(trial({ starter: solution }))).toEqual([])
})
