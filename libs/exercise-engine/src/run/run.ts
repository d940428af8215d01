import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import { newQuickJSWASMModuleFromVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core'
import type { NotRun } from '../realm/collect.ts'
import type { Difference } from './differing.ts'
import { Sandbox } from './sandbox.ts'

export type { NotRun } from '../realm/collect.ts'

import { type Sources, sourcesOf } from './sources.ts'

/** A type and not an interface, because only types are assignable to JSON. */
export type ExerciseFile = { path: string; text: string }
export interface RunInput {
  language: 'JS' | 'TS'
  /** The files in the order of their tabs. */
  files: readonly ExerciseFile[]
  tests: string
  /** The limit for loading the files and running all tests, in milliseconds of work (rules/exercise-runs#limits). */
  time_ms: number
}
export interface Problem {
  message: string
  expected?: string
  actual?: string
  /** The position of the problem: a file of the exercise or `tests.js`. Lines and columns count from 1. */
  path?: string
  line?: number
  column?: number
}
export interface TestResult {
  /** The names of its `describe` blocks and its own name, joined by ` > `. */
  name: string
  ok: boolean
  /** Why the test does not run. Such a test counts neither as passed nor as failed. */
  not_run?: NotRun
  problem?: Problem
  console?: string[]
}
export interface RunResult {
  /** `ERROR` if some tests could not run; `problem` says why. */
  verdict: 'PASS' | 'FAIL' | 'ERROR'
  tests: TestResult[]
  problem?: Problem
  /** The lines that the files printed while they loaded. */
  console?: string[]
  /** The questions to `Intl` that browsers answer differently. */
  differing?: Difference[]
  /**
   * Milliseconds of work for loading the files and running all tests. The value is the same in every run of the same
   * code.
   */
  ms: number
  /** Whether the program around the engine had to stop the engine, because it did not stop by itself. */
  killed?: true
}

/**
 * The size of the engine's stack. If the first size overflows the stack of the thread, the run is repeated in a new
 * engine with the second. The first is enough for 5,000 nested calls, but too much for the threads of some
 * environments. The second fits into a worker of every browser (docs/decisions/0023-what-runs-know.md).
 */
const STACKS = [1_280 * 1024, 128 * 1024] as const

/** Starts an engine, which takes longer than most runs. */
export const startEngine = (): Promise<QuickJSWASMModule> =>
  newQuickJSWASMModuleFromVariant(variant)

/**
 * Runs the tests of an exercise on its files. Errors of the files are part of the result and are never thrown
 * (rules/exercise-runs#verdict).
 *
 * @param options.engine an engine that has not run anything: each run needs its own, because code can break its engine
 * @param options.isSpent whether the run must end although its work is within the limit: its built-in functions take longer
 */
export async function runExercise(
  input: RunInput,
  options: { engine?: Promise<QuickJSWASMModule>; isSpent?: () => boolean } = {},
): Promise<RunResult> {
  const refused = (problem: Problem): RunResult => ({ verdict: 'ERROR', tests: [], problem, ms: 0 })
  let sources: Sources | Problem
  try {
    sources = await sourcesOf(input)
  } catch (error) {
    const isDeep = error instanceof RangeError
    return refused({ message: isDeep ? 'The code is nested too deeply' : String(error) })
  }
  if (!('files' in sources)) return refused(sources)

  const isSpent = options.isSpent ?? (() => false)
  const runWith = async (stackBytes: number, engine: Promise<QuickJSWASMModule>) => {
    const sandbox = new Sandbox(await engine, sources, input.time_ms, isSpent, stackBytes)
    return { result: sandbox.run(), hasOverflowed: sandbox.hasOverflowed }
  }
  const [most, least] = STACKS
  const first = await runWith(most, options.engine ?? startEngine())
  return first.hasOverflowed ? (await runWith(least, startEngine())).result : first.result
}
