import type { Asked } from '../realm/expecting'
import { WORLD } from '../realm/sources.gen'
import type { TestsApi } from '../realm/tests-api'
import type { World } from '../realm/world'
import { API_NAMES } from '../run/api-modules'
import { beforeRun, type CollectedTest } from '../run/collected'
import { NO_TESTS, timeOver } from '../run/limits'
import { Printed } from '../run/printed'
import type { Problem, RunResult, TestResult } from '../run/run'
import { TESTS_PATH } from '../run/test-files'
import { placeIn, plainWords } from '../run/words'
import { answeredBy, defineDialogs } from './dialogs'
import { guardLoops, PAGE_GLOBAL, TESTS_API_OBJECT } from './loop-guard'
import type { OwnPage, PageRequest } from './messages'
import { ownPageOf } from './own-page'
import {
  EndingError,
  glueOf,
  load,
  nextTask,
  now,
  pageGlobal,
  pause,
  plainStack,
  prepare,
  printing,
  readValue,
  runScript,
  type Script,
  sourcesOf,
  thrownProblemOf,
} from './page-realm'

/** Milliseconds for which a test may wait for something other than a timer. */
const IDLE_MS = 250
/** When each test begins, as in runs (rules/exercise-runs#clock). */
const BEGIN = '2025-06-02T09:00:00Z'

type CheckRequest = Extract<PageRequest, { ask: 'CHECK' }>

// The tests are a block of their own, so that they can declare a name of the API.
const HEAD = `${PAGE_GLOBAL}.take(async (${TESTS_API_OBJECT}) => { const { ${[...API_NAMES, 'code', 'files'].join(', ')} } = ${TESTS_API_OBJECT}; { `

export interface Checked {
  result: RunResult
  /** The tests that need a page of their own, and were not run here. */
  others: readonly OwnPage[]
}

/**
 * Loads a page and runs tests in it, with the results of a run (rules/exercise-runs#verdict): the test that this page is
 * for, or all that need no page of their own.
 */
export async function checkPage({
  files,
  tests,
  time_ms,
  own: page,
}: CheckRequest): Promise<Checked> {
  const guarded = guardLoops(TESTS_PATH, tests, 'tests')
  if (typeof guarded !== 'string')
    return { result: { verdict: 'ERROR', tests: [], problem: guarded, ms: 0 }, others: [] }
  const sources = sourcesOf(files, HEAD.length)
  const { harness, makeGlue } = prepare(() => {})
  const world = readValue(`(${WORLD})([1, 2, 3])`) as World
  const frame = (callback: (time: number) => void) =>
    setTimeout(() => callback(performance.now()), 16)
  Object.defineProperty(globalThis, 'requestAnimationFrame', { value: frame })
  Object.defineProperty(globalThis, 'cancelAnimationFrame', { value: clearTimeout })

  const printed = new Printed()
  const results: TestResult[] = []
  let current: TestResult | null = null
  let unplaced: Problem | null = null
  let checked = 0
  let over: Problem | null = null
  let failedLoad: Problem | null = null
  const others: OwnPage[] = []
  /** The tests that run in this page, with their positions in the file. */
  const mine: [at: number, result: TestResult][] = []

  const check = (...asked: Asked): string => {
    checked += 1
    const [matcher, , error] = asked
    let problem: Problem
    try {
      const answer = matcher === 'threw' ? null : harness.check(...asked)
      if (answer === '') return ''
      problem = answer === null ? problemOf(error) : JSON.parse(answer)
    } catch (error) {
      problem = { message: plainWords(error instanceof Error ? error.message : String(error)) }
    }
    if (current && !current.problem) {
      current.problem = problem
      unplaced = matcher === 'threw' ? null : problem
    }
    return problem.message
  }
  const placeFailure = (stack = '') => {
    if (unplaced) Object.assign(unplaced, placeIn(plainStack(stack), sources))
    unplaced = null
  }
  const print = (text: string) => printed.add(text)
  // A page keeps its timers from one test to the next.
  const clock = { ...world, reset: () => world.set(BEGIN) }
  const glue = glueOf(() =>
    makeGlue(clock, check, placeFailure, printing(harness, print), harness.tell, true),
  )

  const begun = now()
  const deadline = begun + time_ms
  const isLate = () => now() > deadline
  const tick = (path?: string, line?: number) => {
    if (!isLate()) return
    over ??= { message: timeOver(time_ms), path, line }
    throw new EndingError(over)
  }
  const fail = (problem: Problem) => {
    if (current) current.problem ??= problem
    else failedLoad ??= problem
  }
  defineDialogs(answeredBy(page?.answers ?? [], print, (message) => fail({ message })))
  const endIfLate = () => {
    if (!over && isLate()) over = { message: timeOver(time_ms) }
    if (over) throw new EndingError(over)
  }

  /** Waits for a promise, and lets the time of the page pass meanwhile. */
  async function settled(promise: Promise<unknown>): Promise<void> {
    let isDone = false
    let idle = 0
    const ended = promise.then(
      () => {
        isDone = true
      },
      (error: unknown) => {
        isDone = true
        throw error
      },
    )
    ended.catch(() => undefined)
    for (;;) {
      await nextTask()
      endIfLate()
      if (isDone) return ended
      if (glue.next()) idle = 0
      else if (idle > IDLE_MS) throw new Error('It waits for something that never happens')
      else {
        const from = now()
        await pause(4)
        idle += now() - from
      }
    }
  }

  async function runTest(result: TestResult, at: number): Promise<void> {
    current = result
    checked = 0
    try {
      await settled(glue.run(at))
      // An error that nothing caught is told after the jobs.
      await nextTask()
      if (checked === 0)
        result.problem ??= { message: 'It ended without an expect(), so nothing was checked' }
    } catch (error) {
      if (error instanceof EndingError) throw error
      result.problem ??=
        error instanceof Error && error.message === 'It waits for something that never happens'
          ? { message: error.message }
          : thrownProblemOf(harness, error, sources)
    } finally {
      const lines = printed.take()
      if (lines) result.console = lines
    }
    endIfLate()
    result.ok = result.problem === undefined
    current = null
  }

  const problemOf = (error: unknown) =>
    error instanceof EndingError ? error.problem : thrownProblemOf(harness, error, sources)

  let problem: Problem | undefined
  let loaded: string[] | undefined
  try {
    const script = {
      path: TESTS_PATH,
      code: `${HEAD}${guarded}\n}})`,
    }
    const loading = load({ files, later: [script], harness, print, fail, tick })
    await Promise.race([loading, pause(time_ms)])
    await nextTask()
    endIfLate()
    const start = readTests(script)
    if (!start)
      throw new EndingError(failedLoad ?? { message: 'The tests cannot run', path: TESTS_PATH })
    await settled(start({ ...glue.api, ...textsOf(files) }))
    // What the page prints while it loads belongs to the test that it was loaded for.
    if (!page) loaded = printed.take()
    const collected = JSON.parse(glue.names()) as CollectedTest[]
    if (collected.every(({ not_run }) => not_run))
      throw new EndingError({ message: NO_TESTS, path: TESTS_PATH })
    const options = collected.map(({ not_run }, at) =>
      not_run ? null : ownPageOf(at, glue.options(at)),
    )
    if (!page) others.push(...options.flatMap((other) => other ?? []))
    if (failedLoad && others.length === 0) throw new EndingError(failedLoad)
    results.push(...collected.map(beforeRun))
    for (const [at, result] of results.entries())
      if (!result.not_run && (page ? at === page.at : !options[at])) mine.push([at, result])
    for (const [at, result] of mine) {
      if (failedLoad) throw new EndingError(failedLoad)
      await runTest(result, at)
    }
  } catch (error) {
    // WebKit reports an error that ended a script without its place, which the time limit knows.
    const isPlaced = error instanceof EndingError && error.problem.line !== undefined
    problem = !isPlaced && results.length === 0 && failedLoad ? failedLoad : problemOf(error)
  }
  loaded ??= printed.take()
  const ran = mine.map(([, result]) => result)
  if (problem) {
    const [stopped] = ran.filter(({ ok, problem: own }) => !ok && !own)
    if (stopped) stopped.problem = problem
    for (const result of ran)
      if (!result.ok)
        result.problem ??= { message: 'It was not run, because an earlier test ended the run' }
  }
  const passed = !problem && ran.every(({ ok }) => ok)
  const result: RunResult = {
    verdict: problem ? 'ERROR' : passed ? 'PASS' : 'FAIL',
    tests: page ? ran : results,
    ...(problem ? { problem } : {}),
    ...(loaded ? { console: loaded } : {}),
    ms: Math.round(now() - begun),
  }
  return { result, others }
}

type Tests = (api: TestsApi['api'] & ReturnType<typeof textsOf>) => Promise<void>

/** Returns the files as tests read them: the first one, and all by their paths. */
const textsOf = (files: CheckRequest['files']) => ({
  code: files[0]?.text ?? '',
  files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
})

function readTests(script: Script): Tests | null {
  let tests: Tests | null = null
  pageGlobal.take = (taken) => {
    tests = taken as Tests
  }
  runScript(script)
  return tests
}
