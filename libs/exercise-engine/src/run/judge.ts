import type { ExerciseFile, Problem, RunInput, RunResult, TestResult } from './run.ts'
import { HIDDEN_PATH, TESTS_PATH } from './test-files.ts'

// This file runs in the browser, in Node and in Deno, like the engine.

/** Runs tests: `runExercise()`, or a wrapper that can stop it from outside. */
export type Run = (input: RunInput) => Promise<RunResult>

/** The parts of an exercise that decide a verdict. */
export interface JudgedExercise {
  language: RunInput['language']
  tests: string
  hidden: string
  /** The time limit for all tests of a run together, in milliseconds. */
  time_ms: number
}

/** The result of one test as stored with a run. A hidden test has only its name and its outcome. */
export interface KeptResult extends Pick<TestResult, 'name' | 'ok' | 'not_run' | 'problem'> {
  hidden?: true
}

export interface Judgement {
  verdict: 'PASS' | 'FAIL'
  results: KeptResult[]
  /** Milliseconds that the shown and the hidden tests took together. */
  ms: number
}

/** What a proof runs besides the tests. */
interface ProvedCode {
  files: readonly ExerciseFile[]
  solution: readonly ExerciseFile[]
  /** Whether the files that learners begin with may pass all tests, because learners improve code that works. */
  practice: boolean
}

/** A reason why a version is not proved, for its author. */
export interface ProofProblem {
  file: string
  line: number | null
  message: string
}

/** The limits of stored results: characters of a text, and number of tests. */
const LONGEST = 2_000
const MAX_TESTS = 200

/**
 * Runs the shown and the hidden tests in two runs, so that code in one cannot affect the other. They share the time
 * limit of the exercise (rules/exercises#verdict).
 */
export async function judge(
  exercise: JudgedExercise,
  files: readonly ExerciseFile[],
  run: Run,
): Promise<Judgement> {
  const { shown, hidden, ms } = await runBoth(exercise, files, run)
  const results = [...shownResults(shown), ...(hidden ? hiddenResults(hidden) : [])]
  const passed = [shown, hidden].every((one) => one === null || one.verdict === 'PASS')
  return { verdict: passed ? 'PASS' : 'FAIL', results: results.slice(0, MAX_TESTS), ms }
}

async function runBoth(
  { language, tests, hidden, time_ms }: JudgedExercise,
  files: readonly ExerciseFile[],
  run: Run,
) {
  const shown = await run({ language, files, tests, time_ms })
  // If the files do not load or do not end, the verdict is already known, so the hidden tests are not run.
  if (hidden.trim() === '' || shown.verdict === 'ERROR')
    return { shown, hidden: null, ms: shown.ms }
  const left = Math.max(1, Math.round(time_ms - shown.ms))
  const second = await run({ language, files, tests: hidden, time_ms: left })
  return { shown, hidden: second, ms: shown.ms + second.ms }
}

function shownResults({ tests, problem }: RunResult): KeptResult[] {
  const results = tests.map(
    ({ name, ok, not_run, problem: wrong }): KeptResult => ({
      name: cut(name),
      ok,
      ...(not_run ? { not_run } : {}),
      ...(wrong ? { problem: cutProblem(wrong) } : {}),
    }),
  )
  return problem
    ? [{ name: 'Running the files', ok: false, problem: cutProblem(problem) }, ...results]
    : results
}

function hiddenResults({ tests, problem }: RunResult): KeptResult[] {
  const results = tests.map(
    ({ name, ok, not_run }): KeptResult => ({
      name: cut(name),
      ok,
      ...(not_run ? { not_run } : {}),
      hidden: true,
    }),
  )
  return problem
    ? [...results, { name: 'Running the hidden tests', ok: false, hidden: true }]
    : results
}

function cutProblem({ message, expected, actual, ...place }: Problem): Problem {
  return {
    ...place,
    message: cut(message),
    ...(expected === undefined ? {} : { expected: cut(expected) }),
    ...(actual === undefined ? {} : { actual: cut(actual) }),
  }
}

/** Cuts a long text, and replaces what PostgreSQL cannot store: U+0000 and lone surrogates. */
const cut = (text: string) =>
  (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text).replace(
    /\0|\p{Surrogate}/gu,
    '\ufffd',
  )

/**
 * Returns the reasons why a version is not proved; an empty list if it is proved. The solution must pass all tests in
 * half of the time limit. Except in practice, the files that learners begin with must fail a test
 * (rules/exercises#proof).
 */
export async function prove(
  exercise: JudgedExercise,
  { files, solution, practice }: ProvedCode,
  run: Run,
): Promise<ProofProblem[]> {
  const solved = await runBoth(exercise, solution, run)
  const problems = [
    ...problemsOf(solved.shown, TESTS_PATH, 'solution'),
    ...(solved.hidden ? problemsOf(solved.hidden, HIDDEN_PATH, 'solution') : []),
  ]
  if (problems.length > 0) return problems.slice(0, MAX_TESTS)
  const half = exercise.time_ms / 2
  if (solved.ms > half) {
    const message = `The solution takes ${Math.ceil(solved.ms)} ms, which is more than half of the time limit (${exercise.time_ms} ms).`
    return [{ file: 'solution', line: null, message }]
  }
  if (practice) return []
  const begun = await runBoth(exercise, files, run)
  const passes = [begun.shown, begun.hidden].every((one) => one === null || one.verdict === 'PASS')
  return passes ? [{ file: 'starter', line: null, message: PASSES_ALREADY }] : []
}

const PASSES_ALREADY =
  'What learners begin with passes all tests already. If they are to improve code that works, turn on Practice.'

function problemsOf(
  { tests, problem }: RunResult,
  testFile: string,
  folder: string,
): ProofProblem[] {
  const describe = ({ message, expected, actual, path, line }: Problem, name?: string) => {
    const compared =
      // The message of a matcher that compares two values already contains both values.
      expected === undefined || message.startsWith('Expected')
        ? ''
        : ` Expected ${cut(expected)}, and got ${cut(actual ?? 'nothing')}.`
    return {
      file: path === undefined || path === TESTS_PATH ? testFile : `${folder}/${path}`,
      line: line ?? null,
      message: cut(`${name === undefined ? '' : `“${name}” fails: `}${message}${compared}`),
    }
  }
  return [
    ...(problem ? [describe(problem)] : []),
    ...tests.flatMap(({ name, ok, problem: wrong }) =>
      ok ? [] : [describe(wrong ?? { message: 'The test fails.' }, name)],
    ),
  ]
}
