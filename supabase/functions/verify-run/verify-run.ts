import {
  type JudgedExercise,
  judge,
  prove,
  type Run,
} from '../../../libs/data/src/exercises/run/judge.ts'
import type { ExerciseFile } from '../../../libs/data/src/exercises/run/run.ts'
import { type Answer, failure, fieldOf } from '../_shared/answer.ts'
import { askAsService } from '../_shared/as-service.ts'
import { refusal } from '../_shared/refusal.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

export interface VerifyOptions {
  /** Address of the REST API, without a slash at the end. */
  restUrl: string
  /** The caller's own headers, by which the database decides. The worker of due jobs sends the service key. */
  authorization: string
  apiKey: string
  /** The key with which tests are read and verdicts are written, because callers may do neither. */
  serviceKey: string
  run: Run
  /**
   * Does work once the engine is free. The database counts an attempt only then, because a run that waits long is not to
   * blame for it.
   */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  log: (line: string) => void
  /** Stops the work. */
  signal?: AbortSignal
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Runs the tests of a handed-in run, given as {run_id}, or of an exercise's newest version, given as {lesson_id}, and
 * has the database keep the outcome (rules/exercises#verdict, rules/exercises#proof). The database counts the attempt
 * before anything runs, because a run may end this function.
 *
 * Answers 200 {run}, as `exercise_run()` does, or {proof}, as `prove_exercise()` does, also if it was settled before;
 * 400 BAD_REQUEST, 401 with the API's code for an invalid or ended token, 403 42501, 404 NOT_FOUND, 502 API_FAILED. The
 * worker gets 409 BUSY while another request verifies the run, so that it asks again.
 */
export async function verifyRun(body: unknown, options: VerifyOptions): Promise<Answer> {
  const [run_id, lesson_id] = [fieldOf(body, 'run_id'), fieldOf(body, 'lesson_id')]
  try {
    if (isId(run_id) && lesson_id === undefined) return await verify(run_id, options)
    if (isId(lesson_id) && run_id === undefined) return await proveVersion(lesson_id, options)
  } catch (error) {
    options.log(`verify-run: ${error instanceof Error ? error.message : error}`)
    return failure(502, 'API_FAILED', 'The tests could not be run. They are run again shortly.')
  }
  return failure(400, 'BAD_REQUEST', 'run_id must be the id of a run, or lesson_id of a lesson.')
}

async function verify(run_id: string, options: VerifyOptions): Promise<Answer> {
  const before = await askAsCaller('exercise_run', { run_id }, options)
  if ('status' in before) return before
  const isVerified = await options.inTurn(async () => {
    const work = await askAsService(options, 'run_to_verify', { run_id })
    if (work === null) return true
    if (fieldOf(work, 'wait') !== undefined) return false
    const { verdict, results } = await judge(exerciseIn(work), filesIn(work, 'files'), options.run)
    await askAsService(options, 'settle_run', { run_id, verdict, results })
    return true
  })
  if (!isVerified && isWorker(options)) {
    return failure(409, 'BUSY', 'Another request runs these tests.')
  }
  const after = await askAsCaller('exercise_run', { run_id }, options)
  return 'status' in after ? after : { status: 200, body: { run: after.said } }
}

async function proveVersion(lesson_id: string, options: VerifyOptions): Promise<Answer> {
  const before = await askAsCaller('prove_exercise', { lesson_id }, options)
  if ('status' in before) return before
  const work = await askAsService(options, 'exercise_to_prove', { lesson_id })
  if (work === null) return { status: 200, body: { proof: before.said } }
  const problems = await options.inTurn(() =>
    prove(
      exerciseIn(work),
      { files: filesIn(work, 'files'), solution: filesIn(work, 'solution') },
      options.run,
    ),
  )
  const settled = await askAsService(options, 'settle_proof', {
    lesson_id,
    version: fieldOf(work, 'version'),
    proved: problems.length === 0,
    problems,
  })
  return { status: 200, body: { proof: settled } }
}

/** Calls a database function as the caller. Returns what it said, or the refusal. */
async function askAsCaller(
  name: string,
  args: object,
  { restUrl, authorization, apiKey, serviceKey, signal }: VerifyOptions,
): Promise<Answer | { said: unknown }> {
  // The worker may have every run verified, and reads none of them.
  if (isWorker({ authorization, serviceKey })) return { said: null }
  const answer = await fetch(`${restUrl}/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: apiKey, authorization, 'content-type': 'application/json' },
    body: JSON.stringify(args),
    ...(signal ? { signal } : {}),
  })
  const said: unknown = await answer.json().catch(() => null)
  const refused = refusal(answer.status, said, 'You may not have these tests run.')
  if (refused) return refused
  const isUnknown = answer.status === 404 || (answer.ok && said === null)
  if (isUnknown) return failure(404, 'NOT_FOUND', 'There is no such run or exercise.')
  if (!answer.ok) throw new Error(`${name}() answered ${answer.status}`)
  return { said }
}

const isWorker = ({
  authorization,
  serviceKey,
}: Pick<VerifyOptions, 'authorization' | 'serviceKey'>) => authorization === `Bearer ${serviceKey}`

function exerciseIn(work: unknown): JudgedExercise {
  const language = fieldOf(work, 'language')
  if (language !== 'JS' && language !== 'TS') throw new Error(`No engine runs ${language}.`)
  return {
    language,
    tests: String(fieldOf(work, 'tests') ?? ''),
    hidden: String(fieldOf(work, 'hidden') ?? ''),
    time_ms: Number(fieldOf(work, 'time_ms')),
  }
}

function filesIn(work: unknown, name: 'files' | 'solution'): ExerciseFile[] {
  const files = fieldOf(work, name)
  if (!Array.isArray(files)) throw new Error(`There are no ${name}.`)
  return files.map((file) => ({
    path: String(fieldOf(file, 'path')),
    text: String(fieldOf(file, 'text')),
  }))
}

const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)
