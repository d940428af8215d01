import type { DataClient } from '../client'
import { type Enums, RUN_VERDICT } from '../database.gen'
import { unwrap } from '../errors'
import {
  type Answer,
  among,
  boolean,
  both,
  flag,
  listOf,
  number,
  optional,
  or,
  orNull,
  shape,
  string,
} from '../json'
import { parseFiles } from './exercise-part'

export type RunVerdict = Enums<'run_verdict'>

/** The verdicts as people read them. */
export const VERDICT_NAMES: Record<RunVerdict, string> = {
  PENDING: 'Being verified',
  PASS: 'Passed',
  FAIL: 'Failed',
  ERROR: 'Stopped',
}

/** Whether code passed by a verdict. */
const PASSES: Record<RunVerdict, boolean> = {
  PENDING: false,
  PASS: true,
  FAIL: false,
  ERROR: false,
}

/** Returns whether a verdict is known and says that the code passed. */
export const isPass = (verdict: RunVerdict | null): boolean => verdict !== null && PASSES[verdict]

/** Returns the name of a test after those of its groups, as people read it: `a basket › costs nothing`. */
export const testTitle = (name: string): string => name.replaceAll(' > ', ' › ')

/** Reads why a test failed; the engine's `Problem` says what its parts are. */
const parseProblem = shape({
  message: or(string, ''),
  expected: optional(string),
  actual: optional(string),
  path: optional(string),
  line: optional(number),
  column: optional(number),
})

const parseTest = shape({
  name: string,
  ok: boolean,
  /** Why the test did not run. Such a test neither passed nor failed. */
  not_run: optional(among(['SKIPPED', 'TODO'])),
  hidden: flag,
  /** Null if the test passed or is hidden. */
  problem: orNull(parseProblem),
})
/** The server's result of one test. */
export type RunTest = Answer<typeof parseTest>

export const parseRun = shape({
  id: string,
  /** Its number among the person's runs of this exercise, from 1. */
  no: number,
  /** The version of the exercise that it is verified against. */
  version: number,
  created_at: string,
  verified_at: orNull(string),
  /** `PENDING` until the server has verified it (rules/exercises#verdict). */
  verdict: among(RUN_VERDICT),
  results: listOf(parseTest),
  /** The verdict of the browser; null if it did not run the tests. */
  claimed: orNull(among(RUN_VERDICT)),
})
/** A run that was handed in. Moments are ISO dates. */
export type ExerciseRun = Answer<typeof parseRun>

export const parseWholeRun = both(
  parseRun,
  shape({ lesson_id: string, user_id: string, files: parseFiles }),
)
/** A run with its code. */
export type WholeRun = Answer<typeof parseWholeRun>

/**
 * Reads the person's own run with its code, or, for staff, another person's. Throws DataError; `42501` if the caller may
 * not read it or if it is no longer kept.
 */
export async function readRun(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<WholeRun> {
  const call = client.rpc('exercise_run', { run_id: id }, { get: true })
  return parseWholeRun(unwrap(await call.abortSignal(signal)))
}
