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
  /** The files that the person starts with. */
  files: parseFiles,
  /** The tests that the person can read. */
  tests: string,
  /** The time limit for all tests of a run together, in milliseconds. */
  time_ms: number,
  hints: parseHints,
  /** The number of failed runs after which the solution can be opened; null if only after passing. */
  solution_after: orNull(number),
  /** Whether the files may pass all tests, because learners improve code that works (rules/exercises#practice). */
  practice: boolean,
})
/** The version of an exercise that the person works on. */
export type ShownExercise = Answer<typeof parseShown>

const parseCode = shape({ files: parseFiles, revision: string, updated_at: string })
/** Code that was written on another device and that later code has replaced. */
export type KeptCode = Answer<typeof parseCode>

/** Reads the replaced code of a draft, the most recent first. */
export const parseKeptCode = listOf(parseCode)

const parseStored = both(parseCode, shape({ kept: parseKeptCode }))
/** The person's draft on the server. */
export type StoredCode = Answer<typeof parseStored>

export const parseMyExercise = both(
  shape({
    lesson_id: string,
    /** Whether the person may open the lesson. People can read their own runs in either case. */
    open: boolean,
    /** Whether no version was proved yet, so that learners cannot begin (rules/exercises#proof). */
    in_preparation: boolean,
    /** Whether a run can be handed in. Runs of pages cannot. */
    can_hand_in: boolean,
    /** Whether the server stores the person's code as a draft. */
    can_write: boolean,
    /** Whether `showSolution()` would return the solution (rules/exercises#solution). */
    solution_open: boolean,
    /** When the person opened the solution before passing; null if never. */
    looked_at: orNull(string),
    /** Counted by the verdicts of the server. */
    failed_runs: number,
    passed_at: orNull(string),
    draft: orNull(parseStored),
    /** The last 20 runs, the most recent first. */
    runs: listOf(parseRun),
  }),
  (row) => ({
    /** Null while the exercise is closed or in preparation. */
    shown: object(row).version == null ? null : parseShown(row),
  }),
)
/** The answer of `exercise_of()`: the data that the page of an exercise needs in addition to the lesson. */
export type MyExercise = Answer<typeof parseMyExercise>

/** Reads an exercise with the person's draft and runs. Fails with a DataError; `PT404` if it is not open. */
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

/** Reads a run with its code. Fails with the DataErrors of `readRun()`. */
export function exerciseRunQuery(client: DataClient, runId: string) {
  return queryOptions({
    queryKey: exerciseKeys.run(runId),
    queryFn: ({ signal }) => readRun(client, { id: runId }, signal),
  })
}

/**
 * Returns the solution. If the person has not passed, the database stores that the person opened it
 * (rules/exercises#solution). Throws DataError: `PT403` with hint `SOLUTION_CLOSED` before it opens, `PT403` and
 * `PT404` without access.
 */
export async function showSolution(client: DataClient, lessonId: string): Promise<ExerciseFile[]> {
  return parseFiles(unwrap(await client.rpc('exercise_solution', { lesson_id: lessonId })))
}

/**
 * Asks the server to verify a pending run now; otherwise a job does it within minutes. The caller must read the
 * exercise again afterwards, because another request may be verifying the run. Throws DataError; `NETWORK` and `BUSY`
 * without an answer.
 */
export async function verifyRun(functions: FunctionCaller, runId: string): Promise<void> {
  await functions.invoke('verify-run', { run_id: runId })
}

/** Reads the answer to saving a draft: the state in the database. */
export const parseSavedCode = shape({
  /** The revision of the stored code. It may come from another device. */
  revision: string,
  kept: parseKeptCode,
  /** The stored code if it differs from the code that was sent; otherwise null. */
  files: orNull(parseFiles),
})
