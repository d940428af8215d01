import { testTitle } from '@rookies/data/exercises/exercise-run'
import { formatCount, formatList, formatNumber } from '@rookies/data/wording'
import { NO_TESTS } from '@rookies/exercise-engine/limits'
import type { Problem, RunResult } from '@rookies/exercise-engine/run'
import type { BrowserResult } from '@rookies/exercise-engine/runner'

/**
 * The results of the author's code in this browser: solution and starter, each with the visible and the hidden tests.
 */
export interface Trial {
  solution: BrowserResult
  /** The result with the hidden tests; null if the exercise has none. */
  solutionHidden: BrowserResult | null
  starter: BrowserResult
  starterHidden: BrowserResult | null
  time_ms: number
  /** Whether the code is a page, whose tests are called checks. */
  isPage: boolean
}

/** A test that failed, or an error that stopped the tests. */
export interface TrialFailure {
  /** The name of the test; null for an error that stopped the tests. */
  name: string | null
  /** Which file of tests failed: the visible or the hidden tests. */
  tests: 'tests' | 'hidden'
  problem: Problem | null
  console: string[]
}

/** The result for the solution or for the starter. */
export interface TrialSide {
  /** Whether the server's check would accept the result (rules/exercises#proof). */
  ok: boolean
  text: string
  failures: TrialFailure[]
}

/** Returns the result for the solution. It must pass all visible and hidden tests within half of the time limit. */
export function solutionSide(trial: Trial): TrialSide {
  const { solution, solutionHidden, time_ms, isPage } = trial
  const word = isPage ? 'check' : 'test'
  const failures = failuresOf(solution, solutionHidden)
  const total = testCount(solution, solutionHidden)
  const failed = failures.filter(({ name }) => name !== null).length
  const ms = msOf(solution) + msOf(solutionHidden)
  const missing = missingTests(solution, solutionHidden, word)
  if (missing) return missing
  if (failures.length > failed) return { ok: false, text: `The ${word}s stopped.`, failures }
  if (failed > 0) {
    const text = `The solution fails ${formatNumber(failed)} of ${formatCount(total, word)}.`
    return { ok: false, text, failures }
  }
  const work = `takes ${formatNumber(Math.ceil(ms))} ms of at most ${formatNumber(Math.floor(time_ms / 2))} ms, half of the time limit.`
  // Only this browser runs the checks of a page, so they may take the whole time limit.
  if (!isPage && ms > time_ms / 2)
    return { ok: false, text: `The solution passes, but ${work}`, failures }
  const left = leftOf(word, solution, solutionHidden)
  const passes = `The solution passes ${allTestsText(total, word)}.`
  return { ok: true, text: `${passes}${isPage ? '' : ` It ${work}`}${left}`, failures }
}

/**
 * Returns the result for the starter, the files that learners begin with. It must fail at least one test, except in
 * practice.
 */
export function starterSide(
  { starter, starterHidden, isPage }: Trial,
  practice: boolean,
): TrialSide {
  const word = isPage ? 'check' : 'test'
  const failures = failuresOf(starter, starterHidden)
  const total = testCount(starter, starterHidden)
  const failed = failures.filter(({ name }) => name !== null).length
  const missing = missingTests(starter, starterHidden, word)
  if (missing) return missing
  if (failures.length > failed) {
    const text = `The starter stops the ${word}s, so learners begin there.`
    return { ok: true, text, failures }
  }
  if (failed > 0) {
    const asExpected = practice ? '' : `, as it ${isPage ? 'should' : 'must'}`
    const text = `The starter fails ${formatNumber(failed)} of ${formatCount(total, word)}${asExpected}.`
    return { ok: true, text, failures }
  }
  const effect = practice ? 'and learners improve it' : 'so there is nothing to do'
  const text = `The starter passes ${allTestsText(total, word)}, ${effect}.`
  return { ok: practice, text, failures }
}

/** Returns the problem if a file of tests contains no test; otherwise null. */
function missingTests(
  shown: BrowserResult,
  hidden: BrowserResult | null,
  word: string,
): TrialSide | null {
  const hasNone = (run: BrowserResult | null) => isDone(run) && run.problem?.message === NO_TESTS
  if (hasNone(shown)) return { ok: false, text: `There are no ${word}s yet.`, failures: [] }
  if (hasNone(hidden)) return { ok: false, text: 'There are no hidden tests yet.', failures: [] }
  return null
}

/** Returns a sentence for each kind of text of languages that the code asks for and browsers write differently. */
export function differencesOf({ solution, solutionHidden }: Trial): string[] {
  const found = [solution, solutionHidden].flatMap((run) =>
    isDone(run) ? (run.differing ?? []) : [],
  )
  return [...new Set(found.map(({ what }) => what))].map((what) => {
    const names = found
      .filter((one) => one.what === what)
      .map(({ test }) => (test === undefined ? 'A file' : `“${testTitle(test)}”`))
    const verb = names.length === 1 ? 'asks' : 'ask'
    return `${formatList(names)} ${verb} for ${what}, which browsers write differently.`
  })
}

const allTestsText = (total: number, word: string) =>
  total === 1 ? `the ${word}` : `all ${formatNumber(total)} ${word}s`

const isDone = (run: BrowserResult | null): run is RunResult =>
  run !== null && run.verdict !== 'UNREACHABLE'

const msOf = (run: BrowserResult | null) => (isDone(run) ? run.ms : 0)

const testCount = (...runs: (BrowserResult | null)[]) =>
  runs.filter(isDone).reduce((sum, { tests }) => sum + thatRan(tests).length, 0)

/** Returns the tests that their author neither skipped nor left to do: the others count for nothing. */
const thatRan = (tests: RunResult['tests']) => tests.filter(({ not_run }) => !not_run)

/** Returns how many tests did not run, as a sentence to add; empty if all ran. */
function leftOf(word: string, ...runs: (BrowserResult | null)[]): string {
  const all = runs.filter(isDone).flatMap(({ tests }) => tests)
  const skipped = all.filter(({ not_run }) => not_run === 'SKIPPED').length
  const later = all.filter(({ not_run }) => not_run === 'TODO').length
  const parts = [
    ...(skipped > 0 ? [`Skipped: ${formatCount(skipped, word)}.`] : []),
    ...(later > 0 ? [`To do: ${formatCount(later, word)}.`] : []),
  ]
  return parts.map((part) => ` ${part}`).join('')
}

function failuresOf(shown: BrowserResult, hidden: BrowserResult | null): TrialFailure[] {
  const ofText = (run: BrowserResult | null, tests: TrialFailure['tests']): TrialFailure[] => {
    if (!isDone(run)) return []
    const stopped = run.verdict === 'ERROR' || (run.problem && run.tests.length === 0)
    return [
      ...(stopped
        ? [{ name: null, tests, problem: run.problem ?? null, console: run.console ?? [] }]
        : []),
      ...run.tests
        .filter(({ ok, not_run }) => !ok && !not_run)
        .map(({ name, problem, console: lines }) => ({
          name,
          tests,
          problem: problem ?? null,
          console: lines ?? [],
        })),
    ]
  }
  return [...ofText(shown, 'tests'), ...ofText(hidden, 'hidden')]
}
