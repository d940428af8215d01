import { afterEach, expect, test, vi } from 'vitest'
import { NotRun, verifyRun } from '../../../functions/verify-run/verify-run.ts'

// These tests check the requests and answers of the function, with a fake engine. supabase/tests checks who may have
// which runs verified, and libs/exercise-engine checks the engine.
afterEach(() => vi.unstubAllGlobals())

const RUN = '0b0c0d0e-0000-4000-8000-000000000001'
const LESSON = '0b0c0d0e-0000-4000-8000-000000000002'
const PERSON = 'Bearer person'
const FILES = [{ path: 'main.js', text: 'export const tea = 1' }]
const WORK = {
  lesson_id: LESSON,
  language: 'JS',
  version: 3,
  files: FILES,
  tests: 'shown',
  hidden: 'hidden',
  time_ms: 1000,
}

type Answers = Record<string, (as: string) => Response>

/** Fakes the database: answers each function as `answers` does, and records the calls. */
function database(answers: Answers) {
  const calls: { name: string; as: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const name = url.replace('http://project.test/rest/v1/rpc/', '')
    const as = new Headers(init.headers).get('authorization') ?? ''
    calls.push({ name, as, body: JSON.parse(String(init.body)) })
    return answers[name]?.(as) ?? new Response(null, { status: 204 })
  })
  return calls
}

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status })
const passes = vi.fn(async ({ tests }: { tests: string }) => ({
  verdict: 'PASS' as const,
  tests: [{ name: tests, ok: true, console: ['tea'] }],
  ms: 4,
}))
const options = {
  restUrl: 'http://project.test/rest/v1',
  authorization: PERSON,
  apiKey: 'anon',
  serviceKey: 'service',
  run: passes,
  inTurn: <T>(_person: string, work: () => Promise<T>) => work(),
  log: () => {},
}

test('a run is read as its owner, checked with visible and hidden tests, settled as the service role, and read again', async () => {
  let settled = false
  const calls = database({
    exercise_run: () => Response.json({ id: RUN, verdict: settled ? 'PASS' : 'PENDING' }),
    run_to_verify: json(WORK),
    settle_run: () => {
      settled = true
      return new Response(null, { status: 204 })
    },
  })
  expect(await verifyRun({ run_id: RUN }, options)).toEqual({
    status: 200,
    body: { run: { id: RUN, verdict: 'PASS' } },
  })
  expect(calls.map(({ name, as }) => [name, as])).toEqual([
    ['exercise_run', PERSON],
    ['run_to_verify', 'Bearer service'],
    ['settle_run', 'Bearer service'],
    ['exercise_run', PERSON],
  ])
  expect(calls[2]?.body).toEqual({
    run_id: RUN,
    verdict: 'PASS',
    results: [
      { name: 'shown', ok: true },
      { name: 'hidden', ok: true, hidden: true },
    ],
  })
  expect(passes.mock.calls.map(([input]) => input)).toEqual([
    { language: 'JS', files: FILES, tests: 'shown', time_ms: 1000 },
    { language: 'JS', files: FILES, tests: 'hidden', time_ms: 996 },
  ])
})

test('a run that is settled, or that another call verifies, is returned in its present state', async () => {
  const calls = database({
    exercise_run: json({ id: RUN, verdict: 'FAIL' }),
    run_to_verify: json(null),
  })
  expect(await verifyRun({ run_id: RUN }, options)).toMatchObject({
    status: 200,
    body: { run: { verdict: 'FAIL' } },
  })
  expect(calls.map(({ name }) => name)).not.toContain('settle_run')
})

test('the worker retries a run that another call verifies later, and its owner gets its present state', async () => {
  const calls = database({
    exercise_run: json({ id: RUN, verdict: 'PENDING' }),
    run_to_verify: json({ wait: '2026-05-05T12:00:00Z' }),
  })
  expect(await verifyRun({ run_id: RUN }, options)).toMatchObject({
    status: 200,
    body: { run: { verdict: 'PENDING' } },
  })
  const asWorker = { ...options, authorization: 'Bearer service' }
  expect(await verifyRun({ run_id: RUN }, asWorker)).toMatchObject({
    status: 409,
    body: { code: 'BUSY' },
  })
  expect(calls.map(({ name }) => name)).not.toContain('settle_run')
})

test('no attempt is counted for a run that waits for the engine', async () => {
  const calls = database({ exercise_run: json({ id: RUN }), run_to_verify: json(null) })
  let begin = () => {}
  const free = new Promise<void>((resolve) => {
    begin = resolve
  })
  const answer = verifyRun(
    { run_id: RUN },
    { ...options, inTurn: (_person, work) => free.then(() => work()) },
  )
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  expect(calls.map(({ name }) => name)).toEqual(['exercise_run'])
  begin()
  expect((await answer).status).toBe(200)
  expect(calls.map(({ name }) => name)).toContain('run_to_verify')
})

test.each([
  ['an ended session', json({ code: 'PGRST301' }, 401), 401, 'PGRST301'],
  ['a run of somebody else', json({ code: '42501' }, 403), 403, '42501'],
  ['an unknown run', json(null), 404, 'NOT_FOUND'],
  ['an API that fails', json({}, 500), 502, 'API_FAILED'],
])('%s is told, and nothing runs', async (_, exercise_run, status, code) => {
  const calls = database({ exercise_run })
  expect(await verifyRun({ run_id: RUN }, options)).toMatchObject({ status, body: { code } })
  expect(calls).toHaveLength(1)
})

test.each([null, {}, { run_id: 'a' }, { run_id: RUN, lesson_id: LESSON }, { lesson_id: [LESSON] }])(
  'a body without exactly one id is refused: %j',
  async (body) => {
    const calls = database({})
    expect(await verifyRun(body, options)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    })
    expect(calls).toEqual([])
  },
)

const MIA = '0b0c0d0e-0000-4000-8000-000000000003'

test('the turn belongs to the owner of the run, or to the person who requests the proof', async () => {
  database({
    exercise_run: json({ id: RUN, user_id: MIA }),
    prove_exercise: json({ proof: { state: 'PENDING' } }),
    run_to_verify: json(null),
    exercise_to_prove: json(null),
  })
  const turns: string[] = []
  const inTurn = <T>(person: string, work: () => Promise<T>) => {
    turns.push(person)
    return work()
  }
  const claims = Buffer.from(JSON.stringify({ sub: MIA })).toString('base64url')
  const asMia = { ...options, inTurn, authorization: `Bearer head.${claims}.signature` }
  const asWorker = { ...options, inTurn, authorization: 'Bearer service' }
  await verifyRun({ run_id: RUN }, { ...options, inTurn })
  await verifyRun({ run_id: RUN, user_id: MIA }, asWorker)
  await verifyRun({ lesson_id: LESSON, user_id: RUN }, asMia)
  await verifyRun({ lesson_id: LESSON, user_id: MIA }, asWorker)
  expect(turns).toEqual([MIA, MIA, MIA, MIA])
})

test('a killed run gets a verdict and is counted; for a run without processor time, the attempt is not counted', async () => {
  const calls = database({
    exercise_run: json({ id: RUN, user_id: MIA }),
    run_to_verify: json(WORK),
  })
  const killed = async () => ({
    verdict: 'ERROR' as const,
    tests: [],
    killed: true as const,
    ms: 1,
  })
  await verifyRun({ run_id: RUN }, { ...options, run: killed })
  expect(calls.slice(2, 4)).toMatchObject([
    { name: 'count_killed_run', as: 'Bearer service', body: { person: MIA } },
    { name: 'settle_run', body: { verdict: 'FAIL' } },
  ])
  calls.length = 0
  const run = () => Promise.reject(new NotRun('busy'))
  expect(await verifyRun({ run_id: RUN }, { ...options, run })).toMatchObject({ status: 502 })
  expect(calls.map(({ name }) => name)).toEqual(['exercise_run', 'run_to_verify', 'forget_attempt'])
})

test('a proof over the limit gets an error, and nothing runs', async () => {
  const refused = { code: 'PT429', hint: 'TOO_MANY', message: 'Please wait a little.' }
  const calls = database({ prove_exercise: json(refused, 429) })
  expect(await verifyRun({ lesson_id: LESSON }, options)).toEqual({ status: 429, body: refused })
  expect(calls).toHaveLength(1)
})

test('an engine that breaks settles nothing, so that the worker runs the tests again', async () => {
  const calls = database({ exercise_run: json({ id: RUN }), run_to_verify: json(WORK) })
  const run = () => Promise.reject(new Error('gone'))
  expect(await verifyRun({ run_id: RUN }, { ...options, run })).toMatchObject({ status: 502 })
  expect(calls.map(({ name }) => name)).toEqual(['exercise_run', 'run_to_verify'])
})

test('the worker needs no rights on a run, and another caller cannot pose as the worker', async () => {
  const calls = database({ run_to_verify: json(WORK), exercise_run: json({ code: '42501' }, 403) })
  const asWorker = { ...options, authorization: 'Bearer service' }
  expect(await verifyRun({ run_id: RUN }, asWorker)).toEqual({ status: 200, body: { run: null } })
  expect(calls.map(({ name }) => name)).toEqual(['run_to_verify', 'settle_run'])
  const close = { ...options, authorization: 'Bearer servicE' }
  expect(await verifyRun({ run_id: RUN }, close)).toMatchObject({ status: 403 })
})

test('a version is proved if the solution passes and the starter files do not', async () => {
  const solution = [{ path: 'main.js', text: 'solved' }]
  const calls = database({
    prove_exercise: json({ version: 3, proof: { state: 'PENDING' } }),
    exercise_to_prove: json({ ...WORK, solution }),
    settle_proof: json({ version: 3, proof: { state: 'PROVED' } }),
  })
  const run = vi.fn(async ({ files }: { files: readonly { text: string }[] }) => {
    const ok = files[0]?.text === 'solved'
    return {
      verdict: ok ? ('PASS' as const) : ('FAIL' as const),
      tests: [{ name: 'a', ok }],
      ms: 2,
    }
  })
  expect(await verifyRun({ lesson_id: LESSON }, { ...options, run })).toEqual({
    status: 200,
    body: { proof: { version: 3, proof: { state: 'PROVED' } } },
  })
  expect(calls[2]).toMatchObject({
    name: 'settle_proof',
    body: { lesson_id: LESSON, version: 3, proved: true, problems: [] },
  })
})
