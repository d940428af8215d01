import type { DataClient } from '../client'
import { type Enums, type Json, RUN_VERDICT } from '../database.gen'
import { unwrap } from '../errors'
import {
  boolean,
  type JsonObject,
  list,
  number,
  object,
  oneOf,
  string,
  stringOrNull,
} from '../json'
import { type ExerciseFile, parseFiles } from './exercise-part'
import type { Problem } from './run/run'

export type RunVerdict = Enums<'run_verdict'>

/** The verdicts as people read them. */
export const VERDICT_NAMES: Record<RunVerdict, string> = {
  PENDING: 'Being verified',
  PASS: 'Passed',
  FAIL: 'Failed',
  ERROR: 'Stopped',
}

/** Returns the name of a test after those of its groups, as people read it: `a basket › costs nothing`. */
export const testTitle = (name: string): string => name.replaceAll(' > ', ' › ')

/** The server's result of one test. */
export interface RunTest {
  name: string
  ok: boolean
  hidden: boolean
  /** Null if the test passed or is hidden. */
  problem: Problem | null
}

/** A run that was handed in. Moments are ISO dates. */
export interface ExerciseRun {
  id: string
  /** Its number among the person's runs of this exercise, from 1. */
  no: number
  /** The version of the exercise that it is verified against. */
  version: number
  created_at: string
  verified_at: string | null
  /** `PENDING` until the server has verified it (rules/exercises#verdict). */
  verdict: RunVerdict
  results: RunTest[]
  /** The verdict of the browser; null if it did not run the tests. */
  claimed: RunVerdict | null
}

/** A run with its code. */
export interface WholeRun extends ExerciseRun {
  lesson_id: string
  user_id: string
  files: ExerciseFile[]
}

/** Reads a run. Throws DataError `MALFORMED`. */
export function parseRun(json: Json): ExerciseRun {
  const row = object(json)
  return {
    id: string(row.id),
    no: number(row.no),
    version: number(row.version),
    created_at: string(row.created_at),
    verified_at: stringOrNull(row.verified_at),
    verdict: oneOf(RUN_VERDICT, row.verdict),
    results: list(row.results).map(parseTest),
    claimed: row.claimed == null ? null : oneOf(RUN_VERDICT, row.claimed),
  }
}

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

function parseWholeRun(json: Json): WholeRun {
  const row = object(json)
  return {
    ...parseRun(json),
    lesson_id: string(row.lesson_id),
    user_id: string(row.user_id),
    files: parseFiles(row.files),
  }
}

function parseTest(json: Json): RunTest {
  const row = object(json)
  return {
    name: string(row.name),
    ok: boolean(row.ok),
    hidden: row.hidden === true,
    problem: row.problem ? parseProblem(object(row.problem)) : null,
  }
}

function parseProblem(row: JsonObject): Problem {
  const { message, expected, actual, path, line, column } = row
  return {
    message: stringOrNull(message) ?? '',
    ...(typeof expected === 'string' && { expected }),
    ...(typeof actual === 'string' && { actual }),
    ...(typeof path === 'string' && { path }),
    ...(typeof line === 'number' && { line }),
    ...(typeof column === 'number' && { column }),
  }
}
