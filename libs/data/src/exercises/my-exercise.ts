import { queryOptions } from '@tanstack/react-query'
import type { DataClient, FunctionCaller } from '../client'
import { EXERCISE_LANGUAGE } from '../database.gen'
import { unwrap } from '../errors'
import {
  type Answer,
  among,
  boolean,
  both,
  listOf,
  number,
  object,
  orNull,
  shape,
  string,
} from '../json'
import { type ExerciseFile, parseFiles, parseHints } from './exercise-part'
import { parseRun, readRun } from './exercise-run'
import { exerciseKeys } from './my-keys'

const parseShown = shape({
  version: number,
  language: among(EXERCISE_LANGUAGE),
  /** The files that the person begins with. */
  files: parseFiles,
  /** The shown tests. */
  tests: string,
  /** The time limit for all tests of a run together, in milliseconds. */
  time_ms: number,
  hints: parseHints,
  /** After how many failed runs the solution can be shown; null: only after passing. */
  solution_after: orNull(number),
})
/** The version of an exercise that the person gets. */
export type ShownExercise = Answer<typeof parseShown>

const parseCode = shape({ files: parseFiles, revision: string, updated_at: string })
/** Code from another device that later code replaced. */
export type KeptCode = Answer<typeof parseCode>

/** Reads the code that a later draft replaced, the latest first. */
export const parseKeptCode = listOf(parseCode)

const parseStored = both(parseCode, shape({ kept: parseKeptCode }))
/** The person's draft on the server. */
export type StoredCode = Answer<typeof parseStored>

export const parseMyExercise = both(
  shape({
    lesson_id: string,
    /** Whether the person may open the lesson. They can read their own runs either way. */
    open: boolean,
    /** Whether no version is proved yet, so that learners cannot begin (rules/exercises#proof). */
    in_preparation: boolean,
    /** Whether a run can be handed in; never of a page. */
    can_hand_in: boolean,
    /** Whether the person's code is kept as a draft. */
    can_write: boolean,
    /** Whether `showSolution()` returns it (rules/exercises#solution). */
    solution_open: boolean,
    /** When the person looked at the solution before they had passed. */
    looked_at: orNull(string),
    /** By the verdicts of the server. */
    failed_runs: number,
    passed_at: orNull(string),
    draft: orNull(parseStored),
    /** The last 20 runs, the latest first. */
    runs: listOf(parseRun),
  }),
  (row) => ({
    /** Null while the exercise is closed or in preparation. */
    shown: object(row).version == null ? null : parseShown(row),
  }),
)
/** The answer of `exercise_of()`: what the person's page of an exercise shows in addition to the lesson. */
export type MyExercise = Answer<typeof parseMyExercise>

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

/** Reads the state of the database after a draft was saved. */
export const parseSavedCode = shape({
  /** The revision of the stored code, which another device may have saved. */
  revision: string,
  kept: parseKeptCode,
  /** The stored code if it is not the one that was sent; otherwise null. */
  files: orNull(parseFiles),
})
