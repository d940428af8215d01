import { formatCount } from '@rookies/data/wording'
import type { NotRun, Problem } from '@rookies/exercise-engine/run'
import type { BrowserResult } from '@rookies/exercise-engine/runner'

/** The word for the tests: those of a page are called checks. */
export type TestWord = 'test' | 'check'

/** Returns the sentences that are shown if the code that runs exercises could not be loaded. */
export const unreachableWords = (word: TestWord): string =>
  `The part of this page that runs code could not be loaded. Your code is kept. ${
    word === 'test'
      ? 'Run the tests again when you have a connection, or hand in your code: the server runs the tests too.'
      : 'Check again when you have a connection.'
  }`

/**
 * Returns the result of a run as a sentence: `2 of 5 tests failed.` If the server runs hidden tests too, the sentence
 * does not say that all tests passed.
 */
export function runSummary(
  result: BrowserResult,
  word: TestWord = 'test',
  hasHidden = false,
): string {
  switch (result.verdict) {
    case 'UNREACHABLE':
      return `The ${word}s can’t run here at the moment.`
    case 'ERROR':
      return `Your code could not be ${word}ed.`
    case 'PASS':
      return hasHidden
        ? shownPassed(thatRan(result.tests).length)
        : `${testsCount(result.tests, word)}.`
    case 'FAIL':
      return `${testsCount(result.tests, word)}.`
  }
}

const shownPassed = (count: number) =>
  count === 1 ? 'The shown test passed here.' : `All ${count} shown tests passed here.`

/** A test of a run. It counts neither as passed nor as failed if its author skipped it or marked it as to do. */
interface RunTest {
  ok: boolean
  not_run?: NotRun | null | undefined
}

/** Returns the tests that were not skipped. */
const thatRan = <Test extends RunTest>(tests: readonly Test[]): Test[] =>
  tests.filter(({ not_run }) => !not_run)

/** The labels of tests that did not run, by the reason. */
export const NOT_RUN_NAMES: Record<NotRun, string> = { SKIPPED: 'Skipped', TODO: 'To do' }

/** Returns a sentence about the number of passed or failed tests. */
export const testsSummary = (tests: readonly RunTest[]): string => `${testsCount(tests)}.`

/** Returns the number of passed or failed tests, for a line of a list. */
export function testsCount(all: readonly RunTest[], word: TestWord = 'test'): string {
  const tests = thatRan(all)
  const failed = tests.filter(({ ok }) => !ok).length
  if (failed > 0) {
    return tests.length === 1
      ? `The ${word} failed`
      : `${failed} of ${tests.length} ${word}s failed`
  }
  return tests.length === 1 ? `The ${word} passed` : `All ${tests.length} ${word}s passed`
}

/** Returns the announcement for screen readers after a run: the result, and the first failure. */
export function runAnnouncement(
  result: BrowserResult,
  word: TestWord = 'test',
  hasHidden = false,
): string {
  const summary = runSummary(result, word, hasHidden)
  if (result.verdict === 'UNREACHABLE') return `${summary} ${unreachableWords(word)}`
  const first = thatRan(result.tests).find(({ ok }) => !ok)
  const problem = result.problem ?? first?.problem
  return [
    summary,
    first && !result.problem && `First: ${first.name.replaceAll(' > ', ', ')}.`,
    problem && problemWords(problem),
  ]
    .filter(Boolean)
    .join(' ')
}

function problemWords({ message, expected, actual, path, line }: Problem): string {
  const what =
    expected === undefined || actual === undefined
      ? sentence(message)
      : `Expected ${expected}, got ${actual}.`
  return path !== undefined && line !== undefined ? `${what} ${path}, line ${line}.` : what
}

const sentence = (message: string) => (/[.?!]$/.test(message) ? message : `${message}.`)

/** Returns a sentence about when the next hint is available; null if there are no more hints. */
export function nextHintText(
  hints: readonly { after: number }[],
  failures: number,
  counted: 'run' | 'check' = 'run',
): string | null {
  const more = hints.map(({ after }) => after - failures).filter((left) => left > 0)
  if (more.length === 0) return null
  const word = more.length === hints.length ? 'A hint' : 'Another hint'
  return `${word} appears after ${formatCount(Math.min(...more), `more failed ${counted}`)}.`
}
