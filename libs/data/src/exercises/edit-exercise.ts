import type { DataClient } from '../client'
import { type Enums, type Json, PROOF_STATE } from '../database.gen'
import { unwrap } from '../errors'
import type { FunctionCaller } from '../functions'
import { list, number, numberOrNull, object, oneOf, string, stringOrNull } from '../json'
import { type ExercisePart, parseExercisePart } from './exercise-part'

/** Why the proof of a version was refused, and where. `line` is null if it is about a whole file. */
export interface ProofProblem {
  /** The path of a file to begin with, `solution/…`, `tests.js` or `hidden.js`; null if no file is wrong. */
  file: string | null
  line: number | null
  message: string
}

/** Whether the newest version is proved (rules/exercises#proof). */
export interface Proof {
  state: Enums<'proof_state'>
  problems: ProofProblem[]
}

/** The newest version of an exercise, and the version that learners get. */
export interface ExerciseVersion {
  version: number
  /** Null while no version is proved. */
  proved_version: number | null
  proof: Proof
}

/** An exercise as its author edits it. */
export interface ExerciseToEdit extends ExerciseVersion {
  part: ExercisePart
}

/** Reads all parts of the newest version of an exercise. Throws DataError; `42501` if the caller may not update it. */
export async function readExerciseToEdit(
  client: Pick<DataClient, 'rpc'>,
  lessonId: string,
  signal: AbortSignal,
): Promise<ExerciseToEdit> {
  const answer = unwrap(
    await client.rpc('exercise_to_edit', { lesson_id: lessonId }).abortSignal(signal),
  )
  return { ...parseExerciseVersion(answer), part: parseExercisePart(answer) }
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

/** Reads a version with its proof. Throws DataError `MALFORMED`. */
export function parseExerciseVersion(json: Json): ExerciseVersion {
  const row = object(json)
  const proof = object(row.proof)
  return {
    version: number(row.version),
    proved_version: numberOrNull(row.proved_version),
    proof: {
      state: oneOf(PROOF_STATE, proof.state),
      problems: list(proof.problems).map((problem) => {
        const { file, line, message } = object(problem)
        return { file: stringOrNull(file), line: numberOrNull(line), message: string(message) }
      }),
    },
  }
}
