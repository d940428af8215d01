import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { EXERCISE_LANGUAGE, type Json } from '../database.gen'
import { unwrap } from '../errors'
import type { FunctionCaller } from '../functions'
import { boolean, list, number, numberOrNull, object, oneOf, string, stringOrNull } from '../json'
import {
  type ExerciseFile,
  type ExerciseLanguage,
  type Hint,
  parseFiles,
  parseHints,
} from './exercise-part'
import { type ExerciseRun, parseRun, readRun } from './exercise-run'
import { exerciseKeys } from './my-keys'

/** The version of an exercise that the person gets. */
export interface ShownExercise {
  version: number
  language: ExerciseLanguage
  /** The files that the person begins with. */
  files: ExerciseFile[]
  /** The shown tests. */
  tests: string
  /** The time limit for all tests of a run together, in milliseconds. */
  time_ms: number
  hints: Hint[]
  /** After how many failed runs the solution can be shown; null: only after passing. */
  solution_after: number | null
}

/** Code from another device that later code replaced. */
export interface KeptCode {
  files: ExerciseFile[]
  revision: string
  updated_at: string
}

/** The person's draft on the server. */
export interface StoredCode extends KeptCode {
  kept: KeptCode[]
}

/** The answer of `exercise_of()`: what the person's page of an exercise shows in addition to the lesson. */
export interface MyExercise {
  lesson_id: string
  /** Whether the person may open the lesson. They can read their own runs either way. */
  open: boolean
  /** Whether no version is proved yet, so that learners cannot begin (rules/exercises#proof). */
  in_preparation: boolean
  /** Whether a run can be handed in; never of a page. */
  can_hand_in: boolean
  /** Whether the person's code is kept as a draft. */
  can_write: boolean
  /** Null while the exercise is closed or in preparation. */
  shown: ShownExercise | null
  /** Whether `showSolution()` returns it (rules/exercises#solution). */
  solution_open: boolean
  /** When the person looked at the solution before they had passed. */
  looked_at: string | null
  /** By the verdicts of the server. */
  failed_runs: number
  passed_at: string | null
  draft: StoredCode | null
  /** The last 20 runs, the latest first. */
  runs: ExerciseRun[]
}

/** Reads an exercise with the person's draft and runs. Fails with a DataError; `PT404` where it is not open. */
export function myExerciseQuery(client: DataClient, lessonId: string) {
  return queryOptions({
    queryKey: exerciseKeys.mine(lessonId),
    queryFn: async ({ signal }): Promise<MyExercise> =>
      parseMyExercise(
        unwrap(
          await client
            .rpc('exercise_of', { lesson_id: lessonId }, { get: true })
            .abortSignal(signal),
        ),
      ),
  })
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseMyExercise(json: Json): MyExercise {
  const row = object(json)
  return {
    lesson_id: string(row.lesson_id),
    open: boolean(row.open),
    in_preparation: boolean(row.in_preparation),
    can_hand_in: boolean(row.can_hand_in),
    can_write: boolean(row.can_write),
    shown:
      row.version == null
        ? null
        : {
            version: number(row.version),
            language: oneOf(EXERCISE_LANGUAGE, row.language),
            files: parseFiles(row.files),
            tests: string(row.tests),
            time_ms: number(row.time_ms),
            hints: parseHints(row.hints),
            solution_after: numberOrNull(row.solution_after),
          },
    solution_open: boolean(row.solution_open),
    looked_at: stringOrNull(row.looked_at),
    failed_runs: number(row.failed_runs),
    passed_at: stringOrNull(row.passed_at),
    draft: row.draft
      ? { ...parseCode(row.draft), kept: parseKeptCode(object(row.draft).kept) }
      : null,
    runs: list(row.runs).map(parseRun),
  }
}

/** Reads the code that a later draft replaced, the latest first. Throws DataError `MALFORMED`. */
export function parseKeptCode(json: Json | undefined): KeptCode[] {
  return list(json).map(parseCode)
}

function parseCode(json: Json): KeptCode {
  const row = object(json)
  return {
    files: parseFiles(row.files),
    revision: string(row.revision),
    updated_at: string(row.updated_at),
  }
}

/** A run with its code. Fails as `readRun()` throws. */
export function exerciseRunQuery(client: DataClient, runId: string) {
  return queryOptions({
    queryKey: exerciseKeys.run(runId),
    queryFn: ({ signal }) => readRun(client, { id: runId }, signal),
  })
}

/**
 * Returns the solution, and marks that the person looked if they have not passed (rules/exercises#solution). Throws
 * DataError: `PT403` with hint `SOLUTION_CLOSED` before it opens, `PT403` and `PT404` without access.
 */
export async function showSolution(client: DataClient, lessonId: string): Promise<ExerciseFile[]> {
  return parseFiles(unwrap(await client.rpc('exercise_solution', { lesson_id: lessonId })))
}

/**
 * Requests the verdict of a pending run. Read the exercise again afterwards, because another request may be verifying
 * the run. Without this call, a job verifies it within minutes. Throws DataError; `NETWORK` and `BUSY` without an
 * answer.
 */
export async function verifyRun(functions: FunctionCaller, runId: string): Promise<void> {
  await functions.invoke('verify-run', { run_id: runId })
}
