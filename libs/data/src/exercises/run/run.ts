import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import { newQuickJSWASMModuleFromVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core'
import { Sandbox } from './sandbox.ts'
import { type Sources, sourcesOf } from './sources.ts'

export interface ExerciseFile {
  path: string
  text: string
}
export interface RunInput {
  language: 'JS' | 'TS'
  /** In the order of their tabs. */
  files: readonly ExerciseFile[]
  tests: string
  /** Milliseconds for all tests together, loading the files included. */
  time_ms: number
}
export interface Problem {
  message: string
  expected?: string
  actual?: string
  /** Where, in a file of the exercise or in `tests.js`. Lines and columns count from 1. */
  path?: string
  line?: number
  column?: number
}
export interface TestResult {
  /** The names of its `describe`s and its own, joined by ` > `. */
  name: string
  ok: boolean
  problem?: Problem
  console?: string[]
}
export interface RunResult {
  /** `ERROR` when the tests could not all be run; `problem` says why. */
  verdict: 'PASS' | 'FAIL' | 'ERROR'
  tests: TestResult[]
  problem?: Problem
  /** What the files printed while they loaded. */
  console?: string[]
  /** Milliseconds from the first line of the files to the end of the last test, without the start of the engine. */
  ms: number
}

/** Starts an engine, which takes longer than most runs. */
export const startEngine = (): Promise<QuickJSWASMModule> =>
  newQuickJSWASMModuleFromVariant(variant)

/**
 * Runs tests over the files of an exercise. Never throws over what the files do: that is a result.
 * rules/exercise-runs#verdict
 *
 * @param started an engine that has run nothing: a run that breaks its engine must break no other run
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
