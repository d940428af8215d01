import { expect, test } from 'vitest'
import type { RunResult } from '../run/run'
import { ownPageOf, withOwnResult } from './own-page'

test('a test that names neither a width nor answers needs no page of its own', () => {
  expect(ownPageOf(3, {})).toBeNull()
  expect(ownPageOf(3, { width: 360 })).toEqual({ at: 3, width: 360 })
  expect(ownPageOf(3, { answers: [true, 'Ada', 5, null] })).toEqual({
    at: 3,
    answers: [true, 'Ada', 5, null],
  })
})

test.each([
  [{ width: 100 }, /from 240 to 2560/],
  [{ width: 'wide' }, /from 240 to 2560/],
  [{ answers: 'Ada' }, /a list of true, false, texts, and null/],
  [{ answers: [() => true] }, /a list of true, false, texts, and null/],
])('%o is refused', (options, message) => {
  expect(() => ownPageOf(0, options)).toThrow(message)
})

const all: RunResult = {
  verdict: 'PASS',
  tests: [
    { name: 'a', ok: true },
    { name: 'b', ok: false },
  ],
  ms: 1,
}
const over = { message: 'It did not finish within 500 ms' }

test.each<[RunResult, Partial<RunResult>]>([
  [
    { verdict: 'PASS', tests: [{ name: 'b', ok: true, console: ['hello'] }], ms: 2 },
    {
      verdict: 'PASS',
      tests: [all.tests[0], { name: 'b', ok: true, console: ['hello'] }] as never,
    },
  ],
  [
    { verdict: 'ERROR', tests: [], problem: over, ms: 2 },
    {
      verdict: 'ERROR',
      problem: over,
      tests: [all.tests[0], { name: 'b', ok: false, problem: over }] as never,
    },
  ],
])('the result of a page of its own stands at the place of its test', (own, expected) => {
  expect(withOwnResult(all, 1, own)).toEqual({ ...all, ...expected, ms: 3 })
})

test('a page that cannot be reached makes the whole check unreachable', () => {
  expect(withOwnResult(all, 1, { verdict: 'UNREACHABLE' })).toEqual({ verdict: 'UNREACHABLE' })
})
