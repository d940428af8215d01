import type { DataClient, FunctionCaller } from '../client'
import { PROOF_STATE } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, both, listOf, number, orNull, shape, string } from '../json'
import { parseExercisePart } from './exercise-part'

const parseProblem = shape({
  /**
   * The path of the file with the problem: a starter file, `solution/…`, `tests.js` or `hidden.js`; null for no file.
   */
  file: orNull(string),
  /** Null if the problem is not about one line. */
  line: orNull(number),
  message: string,
})
/** Why a version was not proved, with the file and the line. */
export type ProofProblem = Answer<typeof parseProblem>

export const parseExerciseVersion = shape({
  version: number,
  /** Null if no version was proved yet. */
  proved_version: orNull(number),
  /** Whether the newest version was proved (rules/exercises#proof). */
  proof: shape({ state: among(PROOF_STATE), problems: listOf(parseProblem) }),
})
/** The numbers of the newest version of an exercise and of the version that learners get. */
export type ExerciseVersion = Answer<typeof parseExerciseVersion>

export const parseExerciseToEdit = both(parseExerciseVersion, (row) => ({
  part: parseExercisePart(row),
}))
/** An exercise as the lesson dialog edits it. */
export type ExerciseToEdit = Answer<typeof parseExerciseToEdit>

/** Reads the newest version of an exercise. Throws DataError; `42501` if the caller may not edit it. */
export async function readExerciseToEdit(
  client: Pick<DataClient, 'rpc'>,
  lessonId: string,
  signal: AbortSignal,
): Promise<ExerciseToEdit> {
  return parseExerciseToEdit(
    unwrap(await client.rpc('exercise_to_edit', { lesson_id: lessonId }).abortSignal(signal)),
  )
}

/**
 * Enqueues the proof of the newest version and asks the server to prove it now. If the server does not answer, a job
 * proves the version within minutes, and the returned state is `PENDING`. Throws DataError; `42501`.
 */
export async function proveExercise(
  client: Pick<DataClient, 'rpc'>,
  functions: FunctionCaller,
  { id }: { id: string },
): Promise<ExerciseVersion> {
  const asked = parseExerciseVersion(unwrap(await client.rpc('prove_exercise', { lesson_id: id })))
  if (asked.proof.state !== 'PENDING') return asked
  try {
    await functions.invoke('verify-run', { lesson_id: id })
  } catch {
    return asked
  }
  const answer = unwrap(await client.rpc('exercise_to_edit', { lesson_id: id }))
  return parseExerciseVersion(answer)
}
