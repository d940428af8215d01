import { createHmac } from 'node:crypto'
import { exportSPKI, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { GITHUB, issuerKeys } from '../../../../functions/repo-result/issuer-keys.ts'
import {
  ADDRESS,
  aBody,
  claims,
  makeKey,
  report,
  seconds,
  serve,
  serveApi,
  sha256,
} from '../../testing/jobs'

// Attacks on repo-result with invalid tokens, and with tokens of jobs that do not count (rules/repositories#believe).

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Key = Awaited<ReturnType<typeof makeKey>>
let key: Key
let another: Key
beforeAll(async () => {
  key = await makeKey('one')
  another = await makeKey('one')
})

/** Publishes these keys as GitHub's. Returns the trusted issuers, and how often the keys were requested. */
async function serveKeys(published: () => object[], status = 200) {
  const asked = { times: 0 }
  const origin = await serve((_, response) => {
    asked.times += 1
    const body = JSON.stringify({ keys: published() })
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  return { issuers: new Map([[GITHUB, issuerKeys(`${origin}/jwks`)]]), asked }
}

/** Calls the function, which trusts only the key "one", with a body and a token. */
async function attempt(body: string, authorization: string) {
  const api = await serveApi()
  const { issuers } = await serveKeys(() => [key.published])
  const said = await report(body, authorization, { restUrl: api.restUrl, issuers })
  return { said, reports: api.reports }
}

const body = aBody()
const aud = `${ADDRESS}#${sha256(body)}`
const now = seconds()
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const hash = sha256(body)
const signed: [what: string, changes: object][] = [
  ['another address', { aud: `https://evil.example/functions/v1/repo-result#${hash}` }],
  ['the address without a hash', { aud: ADDRESS }],
  ['the hash of another body', { aud: `${ADDRESS}#${sha256(aBody({ suite: 'other' }))}` }],
  ['the hash in capitals', { aud: `${ADDRESS}#${hash.toUpperCase()}` }],
  ['no audience', { aud: undefined }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['an issuer with a longer name', { iss: `${GITHUB}/evil` }],
  ['the issuer of /_ci', { iss: 'http://localhost:4300/_ci' }],
  ['no issuer', { iss: undefined }],
  ['an end before now', { exp: now - 90 }],
  ['no end', { exp: undefined }],
  ['an end that is a text', { exp: '9999999999' }],
  ['a beginning after now', { nbf: now + 1_200 }],
  ['no beginning', { nbf: undefined }],
  ['an issue after now', { iat: now + 1_200 }],
  ['an issue two hours ago', { iat: now - 7_200 }],
  ['no issue', { iat: undefined }],
  ['no id', { jti: undefined }],
  ['no repository id', { repository_id: undefined }],
  ['a repository id that is a name', { repository_id: 'ada/work' }],
  ['a repository with a line break', { repository: 'ada/work\nx' }],
  ['a commit that is none', { sha: 'main' }],
  ['a commit of a list', { sha: ['a'.repeat(40)] }],
  ['a reference without its kind', { ref: 'main' }],
  ['the reference of a pull request', { ref: 'refs/pull/7/merge' }],
  ['a workflow outside of .github', { job_workflow_ref: 'school/grading/x.yml@refs/heads/main' }],
  ['a workflow without a commit', { job_workflow_sha: '' }],
]
const unsigned: [what: string, token: () => Promise<string> | string][] = [
  ['no letters', () => ''],
  ['three empty parts', () => '..'],
  ['another key under the same id', () => another.sign(body)],
  ['an unknown key', () => another.sign(body, {}, { kid: 'two' })],
  ['a key in its own header', () => another.sign(body, {}, { jwk: another.published })],
  ['the address of a key', () => another.sign(body, {}, { jku: 'https://evil.example' })],
  ['no signature', () => new UnsecuredJWT({ ...claims(), aud }).encode()],
  ['an empty signature', () => `${encoded({ alg: 'none' })}.${encoded({ ...claims(), aud })}.`],
]

test.each([
  ...signed.map(([what, changes]) => [what, () => key.sign(body, changes)] as const),
  ...unsigned,
])('a token with %s is refused', async (_, token) => {
  const { said, reports } = await attempt(body, `Bearer ${await token()}`)
  expect(said).toEqual({ status: 401, code: 'TOKEN', message: expect.stringMatching(/^Th.+\.$/) })
  expect(reports).toEqual([])
})

test("a token signed with GitHub's public key as a shared secret is refused", async () => {
  const secret = Buffer.from(await exportSPKI(key.publicKey))
  const signed = await new SignJWT({ ...claims(), aud })
    .setProtectedHeader({ alg: 'HS256', kid: 'one' })
    .sign(secret)
  const head = `${encoded({ alg: 'HS256', kid: 'one' })}.${encoded({ ...claims(), aud })}`
  const jwk = createHmac('sha256', JSON.stringify(key.published)).update(head).digest('base64url')
  for (const token of [signed, `${head}.${jwk}`]) {
    expect((await attempt(body, `Bearer ${token}`)).said).toMatchObject({ status: 401 })
  }
})

test('a valid token is refused with any other body, even with one more space', async () => {
  const token = await key.sign(body)
  for (const other of [`${body} `, aBody({ report: '<testsuite/>' }), aBody({ line: null }), '']) {
    expect((await attempt(other, `Bearer ${token}`)).said).toMatchObject({
      ...{ status: 401, code: 'TOKEN' },
      message: 'The token was made for another address or another body.',
    })
  }
})

test('a changed claim breaks the signature', async () => {
  const [head, , signature] = (await key.sign(body)).split('.')
  const changed = encoded({ ...claims(), aud, repository_id: '7' })
  const { said } = await attempt(body, `Bearer ${head}.${changed}.${signature}`)
  expect(said).toMatchObject({ status: 401, code: 'TOKEN' })
})

test('clocks may differ by a minute', async () => {
  const at = seconds()
  const token = await key.sign(body, { nbf: at + 30, iat: at + 30, exp: at - 30 })
  expect((await attempt(body, `Bearer ${token}`)).said).toMatchObject({ status: 200 })
})

test.each(['self-hosted', 'larger-hosted', 'GitHub-Hosted', undefined])(
  'a runner of the kind %s does not count, whatever its label',
  async (runner_environment) => {
    const token = await key.sign(body, { runner_environment, runner_label: 'ubuntu-latest' })
    const { said, reports } = await attempt(body, `Bearer ${token}`)
    expect(said).toMatchObject({ status: 403, code: 'SELF_HOSTED' })
    expect(reports).toEqual([])
  },
)

test.each([
  ['pull_request', /pull request has no say/],
  ['pull_request_target', /pull request has no say/],
  ['schedule', /Only a push/],
  ['workflow_run', /Only a push/],
  [undefined, /Only a push/],
])('the event %s does not count', async (event_name, message) => {
  const { said, reports } = await attempt(body, `Bearer ${await key.sign(body, { event_name })}`)
  expect(said).toMatchObject({
    status: 403,
    code: 'EVENT',
    message: expect.stringMatching(message),
  })
  expect(reports).toEqual([])
})

// The database compares these claims with the assignment and the connected repository (repo-result-attacks.test.ts).
test('the claims of the token reach the database, and the same fields of the body do not', async () => {
  const same = { host: 'github.com', repository: 'm/fork', repository_id: '2', run_attempt: '2' }
  const changes = { ...same, sha: 'c'.repeat(40), ref: 'refs/heads/$(id);`id`' }
  const graders = { grader_ref: 'x', grader_sha: 'x' }
  const lies = { repository: 'x', repository_id: 'x', sha: 'x', ref: 'x', run_attempt: 'x' }
  const lying = aBody({ ...lies, ...graders, host: 'x', jti: 'x', results: 'x' })
  const { reports } = await attempt(lying, `Bearer ${await key.sign(lying, changes)}`)
  expect(reports).toMatchObject([changes])
  expect(Object.values(reports[0] ?? {})).not.toContain('x')
})

test('300 simultaneous reports download the keys once, and all reach the database', async () => {
  const api = await serveApi()
  const { issuers, asked } = await serveKeys(() => [key.published])
  const token = await key.sign(body)
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => report(body, `Bearer ${token}`, { ...api, issuers })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect([api.reports.length, asked.times]).toEqual([300, 1])
})

test('keys are cached for an hour, and downloaded again for an unknown key, at most once a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const [api, next] = [await serveApi(), await makeKey('two')]
  let published = [key.published]
  const { issuers, asked } = await serveKeys(() => published)
  const send = async (by: Key) => {
    const { status } = await report(body, `Bearer ${await by.sign(body)}`, { ...api, issuers })
    return [status, asked.times]
  }
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
  expect(await send(key)).toEqual([200, 1])
  later(50_000)
  expect(await send(next)).toEqual([401, 1])
  later(20_000)
  // GitHub replaces its key: the new key is found, and the old key is no longer accepted.
  published = [next.published]
  expect(await send(next)).toEqual([200, 2])
  expect(await send(key)).toEqual([401, 2])
  later(3_590_000)
  expect(await send(next)).toEqual([200, 2])
  later(20_000)
  expect(await send(next)).toEqual([200, 3])
})

const unreachable = {
  status: 502,
  code: 'KEYS_UNREACHABLE',
  message: expect.stringMatching(/later\.$/),
}

test("if GitHub's keys cannot be downloaded, the answer tells the job to try again", async () => {
  const api = await serveApi()
  const token = `Bearer ${await key.sign(body)}`
  const closed = new Map([[GITHUB, issuerKeys('http://127.0.0.1:1/jwks')]])
  expect(await report(body, token, { ...api, issuers: closed })).toEqual(unreachable)
  for (const [keys, status] of [
    [[key.published], 500],
    [[key.published], 302],
    [['x'], 200],
  ] as const) {
    const { issuers } = await serveKeys(() => keys as unknown as object[], status)
    expect(await report(body, token, { ...api, issuers })).toEqual(unreachable)
  }
  expect(api.reports).toEqual([])
})

test("the download of GitHub's keys is stopped after five seconds", async () => {
  const api = await serveApi()
  const limits: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
  })
  const issuers = new Map([[GITHUB, issuerKeys(`${await serve(() => {})}/jwks`)]])
  const token = `Bearer ${await key.sign(body)}`
  expect(await report(body, token, { ...api, issuers })).toEqual(unreachable)
  expect(limits).toEqual([5_000])
})
