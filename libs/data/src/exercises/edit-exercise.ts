import type { DataClient, FunctionCaller } from '../client'
import { PROOF_STATE } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, both, listOf, number, orNull, shape, string } from '../json'
import { parseExercisePart } from './exercise-part'

const parseProblem = shape({
  /** The path of a file to begin with, `solution/…`, `tests.js` or `hidden.js`; null if no file is wrong. */
  file: orNull(string),
  /** Null if it is about a whole file. */
  line: orNull(number),
  message: string,
})
/** Why the proof of a version was refused, and where. */
export type ProofProblem = Answer<typeof parseProblem>

export const parseExerciseVersion = shape({
  version: number,
  /** Null while no version is proved. */
  proved_version: orNull(number),
  /** Whether the newest version is proved (rules/exercises#proof). */
  proof: shape({ state: among(PROOF_STATE), problems: listOf(parseProblem) }),
})
/** The newest version of an exercise, and the version that learners get. */
export type ExerciseVersion = Answer<typeof parseExerciseVersion>

export const parseExerciseToEdit = both(parseExerciseVersion, (row) => ({
  part: parseExercisePart(row),
}))
/** An exercise as its author edits it. */
export type ExerciseToEdit = Answer<typeof parseExerciseToEdit>

/** Reads all parts of the newest version of an exercise. Throws DataError; `42501` if the caller may not update it. */
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
 * Enqueues the proof of the newest version, and requests it at once. If the server does not answer, a job proves the
 * version within minutes, and the returned state is `PENDING`. Throws DataError; `42501`.
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
