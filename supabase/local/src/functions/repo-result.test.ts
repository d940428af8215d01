import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { GITHUB } from '../../../functions/repo-result/issuer-keys.ts'
import { ADDRESS, aBody, makeKey, report, serveApi, sha256 } from '../testing/jobs'

// These tests check the requests and answers of the function with a fake API. supabase/tests checks what the database does
// with a result. Attacks are in wide/repo-result-tokens.test.ts and wide/test-reports.test.ts.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

let key: Awaited<ReturnType<typeof makeKey>>
beforeAll(async () => {
  key = await makeKey('one')
})
const issuers = () => new Map([[GITHUB, async () => key.publicKey]])

/** Calls the function with a body and a valid token for it. The fake API gives this answer. */
async function send(answer: object | undefined, body = aBody(), status = 200) {
  const { restUrl, reports } = await serveApi(answer, status)
  const logged: string[] = []
  const said = await report(body, `Bearer ${await key.sign(body)}`, {
    restUrl,
    issuers: issuers(),
    log: (line) => void logged.push(line),
  })
  return { said, reports, logged }
}

test('the database receives the claims of the token and the tests of the report', async () => {
  const { said, reports } = await send(undefined)
  expect(said).toMatchObject({
    ...{ status: 200, accepted: true, verdict: 'PASS' },
    message: 'A result for “Sums”. The only test passed.',
  })
  expect(reports).toEqual([
    {
      host: 'github.com',
      repository: 'ada/work',
      repository_id: '1001',
      sha: 'a'.repeat(40),
      ref: 'refs/heads/main',
      grader_ref: 'school/grading/.github/workflows/sums.yml@refs/heads/main',
      grader_sha: 'b'.repeat(40),
      run_id: '9001',
      run_attempt: '1',
      jti: expect.stringMatching(/^[\w-]{36}$/),
      suite: 'sums',
      line: `rookies: rk_${'0'.repeat(40)}\n`,
      default_branch: 'main',
      pushed_at: '2026-11-02T09:00:00.000Z',
      results: [{ name: 'adds', ok: true, ms: 2 }],
    },
  ])
})

test.each([
  [{ connected_now: true }, /^This repository is now connected to “Sums”\. All 3 tests passed\.$/],
  [{ handed_in: 2 }, /The commit was handed in as round 2\.$/],
  [{ why_not_handed_in: 'TOO_MANY' }, /too many rounds within an hour\.$/],
  [{ why_not_handed_in: 'PASSED' }, /Your work has passed before, so nothing was handed in\.$/],
  [{ why_not_handed_in: 'TESTS_FAIL' }, /the tests have to pass first\.$/],
  [{ why_not_handed_in: 'NEW' }, /The commit was not handed in\.$/],
  [{ handed_in: 3, passed: true }, /handed in as round 3\. Your work has passed\.$/],
  [{ trial: true }, /It was a trial, so nothing was handed in\.$/],
  [
    { verdict: 'FAIL', failed: 1, first_failed: 'adds ##[add-path]x\n::error::y', missing: ['z'] },
    /1 of 3 tests failed, first “adds # # \[add-path\]x ::error::y”\. The test “z” is missing\.$/,
  ],
  [{ verdict: 'FAIL', missing: ['x', 'y'] }, /2 tests are missing, first “x”\.$/],
])(
  'the message for the log of the job describes the effect of a result: %j',
  async (changes, message) => {
    const answer = {
      accepted: true,
      verdict: 'PASS',
      tests: 3,
      failed: 0,
      lesson: 'Sums',
      ...changes,
    }
    const { said } = await send(answer)
    expect(said).toMatchObject({ status: 200, message: expect.stringMatching(message) })
    expect(String(Reflect.get(said, 'message'))).not.toContain('\n')
  },
)

test.each([
  'UNKNOWN_LINE',
  'OTHER_REPOSITORY',
  'NOT_ASKED',
  'OTHER_GRADER',
  'GRADER_MOVED',
  'OTHER_SUITE',
  'OTHER_BRANCH',
  'JUDGED_ALREADY',
  'REPLAYED',
  'NO_ACCESS',
  'SHUT',
  'NO_RESULTS',
  'SOMETHING_NEW',
])('a refusal of the database, %s, is a sentence for the log of the job', async (refused) => {
  const { said } = await send({ refused })
  expect(said).toEqual({
    ...{ status: 403, code: refused },
    message: expect.stringMatching(/^[A-Z][^\n]+\.$/),
  })
})

test('a database that fails, or answers nothing, lets the job try again, and the log has no token', async () => {
  for (const [answer, status] of [
    [{ code: 'XX000' }, 500],
    [{}, 200],
  ] as const) {
    const { said, logged } = await send(answer, aBody(), status)
    expect(said).toMatchObject({ status: 502, code: 'API_FAILED' })
    expect(logged).toEqual([expect.stringMatching(/^repo-result: /)])
    expect(logged.join()).not.toMatch(/eyJ|rk_/)
  }
})

test.each([
  ['no JSON', 'x'],
  ['null', 'null'],
  ['another version', aBody({ v: 2 })],
  ['a suite with another form', aBody({ suite: '../x' })],
  ['a line that is no text', aBody({ line: 7 })],
  ['no branch', aBody({ default_branch: null })],
  ['another format', aBody({ format: 'html' })],
  ['no report', aBody({ report: undefined })],
])('a body with %s is refused', async (_, body) => {
  const { said, reports } = await send(undefined, body)
  expect(said).toMatchObject({ status: 403, code: 'BAD_BODY' })
  expect(reports).toEqual([])
})

test('missing values are sent as null, and characters that the database cannot store are removed', async () => {
  const body = aBody({ line: null, pushed_at: 'yesterday', default_branch: 'ma\u0000in\ud800' })
  const { reports } = await send(undefined, body)
  expect(reports).toMatchObject([{ line: null, pushed_at: null, default_branch: 'main' }])
})

/** Loads the edge function with these settings, in a fake of Deno. Returns a function that sends a request. */
async function deploy(settings: Record<string, string>) {
  let handle: (request: Request) => Promise<Response> = () => Promise.reject(new Error('unserved'))
  vi.stubGlobal('Deno', {
    env: { get: (name: string) => settings[name] },
    serve: (handler: typeof handle) => {
      handle = handler
    },
  })
  vi.resetModules()
  await import('../../../functions/repo-result/index.ts')
  return async (body: string, token: string, method = 'POST') => {
    const headers = { authorization: `Bearer ${token}` }
    const init = { method, headers, ...(method === 'POST' && { body }) }
    const answer = await handle(new Request('http://localhost/repo-result', init))
    return { status: answer.status, ...(await answer.json()) }
  }
}

test('the deployed function downloads keys from GitHub, and accepts tokens for both of its origins', async () => {
  const api = await serveApi()
  const SUPABASE_URL = api.restUrl.replace('/rest/v1', '')
  const asked: string[] = []
  const real = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.startsWith(GITHUB)) return real(url, init)
    asked.push(url)
    return Response.json({ keys: [key.published] })
  })
  const SITE_URL = 'https://learn.example.org/'
  const call = await deploy({ SUPABASE_URL, SITE_URL, SUPABASE_SERVICE_ROLE_KEY: 'service' })
  const body = aBody()
  expect(await call(body, await key.sign(body))).toMatchObject({ status: 200, accepted: true })
  const aud = `${SUPABASE_URL}/functions/v1/repo-result#${sha256(body)}`
  expect(await call(body, await key.sign(body, { aud }))).toMatchObject({ status: 200 })
  const other = `${ADDRESS}x#${sha256(body)}`
  expect(await call(body, await key.sign(body, { aud: other }))).toMatchObject({ status: 401 })
  expect(asked).toEqual(['https://token.actions.githubusercontent.com/.well-known/jwks'])
  expect(await call('', '', 'GET')).toMatchObject({ status: 405 })
  expect(await call('x'.repeat(1_000_001), 'x')).toMatchObject({ status: 413, code: 'TOO_LARGE' })
})

test('a body of 100 MB is not read to its end', async () => {
  const call = await deploy({})
  let sent = 0
  const stream = new ReadableStream({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(100_000))
      if (sent === 1_000) controller.close()
    },
  })
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(url: string, init: RequestInit) {
        super(url, { ...init, body: stream, duplex: 'half' } as RequestInit)
      }
    },
  )
  expect(await call('x', 'x')).toMatchObject({ status: 413, code: 'TOO_LARGE' })
  expect(sent).toBeLessThan(20)
})
