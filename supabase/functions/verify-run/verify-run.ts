import {
  type JudgedExercise,
  judge,
  prove,
  type Run,
} from '../../../libs/exercise-engine/src/run/judge.ts'
import type { ExerciseFile } from '../../../libs/exercise-engine/src/run/run.ts'
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
  /** @throws NotRun if the tests did not run for a reason other than the code */
  run: Run
  /**
   * Runs work when it is this person's turn and the engine is free. Only then, the database counts an attempt, because
   * the wait is not caused by the run.
   */
  inTurn: <T>(person: string, work: () => Promise<T>) => Promise<T>
  log: (line: string) => void
  /** Stops the work. */
  signal?: AbortSignal
}

/** The tests did not run, or did not end, for a reason other than the code. The attempt does not count. */
export class NotRun extends Error {}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Runs the tests of a handed-in run, given as {run_id}, or of an exercise's newest version, given as {lesson_id}, and
 * has the database keep the outcome (rules/exercises#verdict, rules/exercises#proof). The database counts the attempt
 * before anything runs, because a run may end this function. It also says who has to wait: a person whose runs had to be
 * killed, and anybody while another request runs the same tests. The worker names the person whose code it is as user_id.
 *
 * Answers 200 {run}, as `exercise_run()` does, or {proof}, as `prove_exercise()` does, also if it was settled before;
 * 400 BAD_REQUEST, 401 with the API's code for an invalid or ended token, 403 42501, 404 NOT_FOUND, 429 PT429 with the hint
 * TOO_MANY, 502 API_FAILED. The worker gets 409 BUSY if it has to wait, so that it asks again.
 */
export async function verifyRun(body: unknown, options: VerifyOptions): Promise<Answer> {
  const [run_id, lesson_id] = [fieldOf(body, 'run_id'), fieldOf(body, 'lesson_id')]
  try {
    if (isId(run_id) && lesson_id === undefined) return await verify(run_id, body, options)
    if (isId(lesson_id) && run_id === undefined) return await proveVersion(lesson_id, body, options)
  } catch (error) {
    options.log(`verify-run: ${error instanceof Error ? error.message : error}`)
    return failure(502, 'API_FAILED', 'The tests could not be run. They are run again shortly.')
  }
  return failure(400, 'BAD_REQUEST', 'run_id must be the id of a run, or lesson_id of a lesson.')
}

async function verify(run_id: string, body: unknown, options: VerifyOptions): Promise<Answer> {
  const before = await askAsCaller('exercise_run', { run_id }, options)
  if ('status' in before) return before
  const done = await inTurn(options, {
    person: personIn(isWorker(options) ? body : before.said) ?? run_id,
    about: { run_id },
    begin: ['run_to_verify', { run_id }],
    async act(work, run) {
      const { verdict, results } = await judge(exerciseIn(work), filesIn(work, 'files'), run)
      return ['settle_run', { run_id, verdict, results }]
    },
  })
  if (done === 'WAIT' && isWorker(options)) return BUSY
  const after = await askAsCaller('exercise_run', { run_id }, options)
  return 'status' in after ? after : { status: 200, body: { run: after.said } }
}

async function proveVersion(
  lesson_id: string,
  body: unknown,
  options: VerifyOptions,
): Promise<Answer> {
  const before = await askAsCaller('prove_exercise', { lesson_id }, options)
  if ('status' in before) return before
  const person = isWorker(options) ? personIn(body) : callerOf(options)
  const done = await inTurn(options, {
    person: person ?? lesson_id,
    about: { lesson_id },
    begin: ['exercise_to_prove', { lesson_id, ...(person ? { person } : {}) }],
    async act(work, run) {
      const [files, solution] = [filesIn(work, 'files'), filesIn(work, 'solution')]
      const practice = fieldOf(work, 'practice') === true
      const problems = await prove(exerciseIn(work), { files, solution, practice }, run)
      const proved = problems.length === 0
      return ['settle_proof', { lesson_id, version: fieldOf(work, 'version'), proved, problems }]
    },
  })
  if (done === 'WAIT' && isWorker(options)) return BUSY
  return { status: 200, body: { proof: typeof done === 'string' ? before.said : done.settled } }
}

const BUSY = failure(409, 'BUSY', 'These tests run later.')

type Call = [name: string, args: object]

interface Work {
  /** The person whose turn it is. */
  person: string
  about: { run_id: string } | { lesson_id: string }
  /** Begins the work. Can return that there is nothing to do, or that the work has to wait. */
  begin: Call
  /** Runs the tests, and returns the call that settles the work. */
  act: (work: unknown, run: Run) => Promise<Call>
}

async function inTurn(
  options: VerifyOptions,
  { person, about, begin, act }: Work,
): Promise<'NOTHING' | 'WAIT' | { settled: unknown }> {
  return options.inTurn(person, async () => {
    const work = await askAsService(options, ...begin)
    if (work === null) return 'NOTHING'
    if (fieldOf(work, 'wait') !== undefined) return 'WAIT'
    let isKilled = false
    const run: Run = async (input) => {
      const result = await options.run(input)
      isKilled ||= result.killed === true
      return result
    }
    try {
      const settle = await act(work, run)
      if (isKilled && isId(person)) await askAsService(options, 'count_killed_run', { person })
      return { settled: await askAsService(options, ...settle) }
    } catch (error) {
      if (error instanceof NotRun) await askAsService(options, 'forget_attempt', about)
      throw error
    }
  })
}

/** Calls a database function as the caller. Returns its result, or the refusal. */
async function askAsCaller(
  name: string,
  args: object,
  { restUrl, authorization, apiKey, serviceKey, signal }: VerifyOptions,
): Promise<Answer | { said: unknown }> {
  // The worker may verify every run, so the rights of a person are not checked for it.
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
  const [hint, message] = [fieldOf(said, 'hint'), fieldOf(said, 'message')]
  if (answer.status === 429 && hint === 'TOO_MANY') {
    return { status: 429, body: { code: 'PT429', hint, message } }
  }
  const isUnknown = answer.status === 404 || (answer.ok && said === null)
  if (isUnknown) return failure(404, 'NOT_FOUND', 'There is no such run or exercise.')
  if (!answer.ok) throw new Error(`${name}() answered ${answer.status}`)
  return { said }
}

const isWorker = ({
  authorization,
  serviceKey,
}: Pick<VerifyOptions, 'authorization' | 'serviceKey'>) => authorization === `Bearer ${serviceKey}`

function personIn(value: unknown): string | undefined {
  const person = fieldOf(value, 'user_id')
  return isId(person) ? person : undefined
}

/** Returns the person in a token that the database has accepted before. */
function callerOf({ authorization }: Pick<VerifyOptions, 'authorization'>): string | undefined {
  const [, claims = ''] = authorization.split('.')
  try {
    const person = fieldOf(JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))), 'sub')
    return isId(person) ? person : undefined
  } catch {
    return undefined
  }
}

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
