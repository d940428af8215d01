import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import { newQuickJSWASMModuleFromVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core'
import { Sandbox } from './sandbox.ts'
import { type Sources, sourcesOf } from './sources.ts'

/** A type and not an interface, because only types are assignable to JSON. */
export type ExerciseFile = { path: string; text: string }
export interface RunInput {
  language: 'JS' | 'TS'
  /** In the order of their tabs. */
  files: readonly ExerciseFile[]
  tests: string
  /** The time limit in milliseconds for loading the files and running all tests. */
  time_ms: number
}
export interface Problem {
  message: string
  expected?: string
  actual?: string
  /** The place: a file of the exercise or `tests.js`. Lines and columns count from 1. */
  path?: string
  line?: number
  column?: number
}
export interface TestResult {
  /** The names of its `describe` blocks and its own name, joined by ` > `. */
  name: string
  ok: boolean
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
  /** Milliseconds from the first line of the files to the end of the last test, without the start of the engine. */
  ms: number
}

/** Starts an engine. This takes longer than most runs. */
export const startEngine = (): Promise<QuickJSWASMModule> =>
  newQuickJSWASMModuleFromVariant(variant)

/**
 * Runs the tests of an exercise on its files. Errors of the files are part of the result and are never thrown
 * (rules/exercise-runs#verdict).
 *
 * @param started an engine that has not run anything: each run needs its own, because code can break its engine
 */
export async function runExercise(
  input: RunInput,
  started?: Promise<QuickJSWASMModule>,
): Promise<RunResult> {
  const refused = (problem: Problem): RunResult => ({ verdict: 'ERROR', tests: [], problem, ms: 0 })
  let sources: Sources | Problem
  try {
    sources = await sourcesOf(input)
  } catch (error) {
    return refused({ message: String(error) })
  }
  if (!('files' in sources)) return refused(sources)

  return new Sandbox(await (started ?? startEngine()), sources, input.time_ms).run()
}
