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

/** The names of the verdicts on screens. */
export const VERDICT_NAMES: Record<RunVerdict, string> = {
  PENDING: 'Being verified',
  PASS: 'Passed',
  FAIL: 'Failed',
  ERROR: 'Stopped',
}

/** Whether a verdict means that the code passed. */
const PASSES: Record<RunVerdict, boolean> = {
  PENDING: false,
  PASS: true,
  FAIL: false,
  ERROR: false,
}

/** Returns whether the code passed; false while the verdict is unknown. */
export const isPass = (verdict: RunVerdict | null): boolean => verdict !== null && PASSES[verdict]

/** Returns the full name of a test for people, with the names of its groups: `a basket › costs nothing`. */
export const testTitle = (name: string): string => name.replaceAll(' > ', ' › ')

/** Parses why a test failed. `Problem` of the exercise engine describes the fields. */
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
  /** The number of the run among the person's runs of this exercise, from 1. */
  no: number,
  /** The version of the exercise with which the run is verified. */
  version: number,
  created_at: string,
  verified_at: orNull(string),
  /** `PENDING` until the server has verified it (rules/exercises#verdict). */
  verdict: among(RUN_VERDICT),
  results: listOf(parseTest),
  /** The verdict of the person's browser; null if it did not run the tests. */
  claimed: orNull(among(RUN_VERDICT)),
})
/** A run that was handed in, without its code. Moments are ISO dates. */
export type ExerciseRun = Answer<typeof parseRun>

export const parseWholeRun = both(
  parseRun,
  shape({ lesson_id: string, user_id: string, files: parseFiles }),
)
/** A run with its code. */
export type WholeRun = Answer<typeof parseWholeRun>

/**
 * Reads a run with its code: the person's own, or, for staff, another person's. Throws DataError; `42501` if the caller
 * may not read it or if it was deleted.
 */
export async function readRun(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<WholeRun> {
  const call = client.rpc('exercise_run', { run_id: id }, { get: true })
  return parseWholeRun(unwrap(await call.abortSignal(signal)))
}
