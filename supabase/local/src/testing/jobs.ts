import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'
import { GITHUB } from '../../../functions/repo-result/issuer-keys.ts'
import { type RepoResultOptions, repoResult } from '../../../functions/repo-result/repo-result.ts'

/** The origin of the product in these tests. */
const ORIGIN = 'https://learn.example.org'
export const ADDRESS = `${ORIGIN}/functions/v1/repo-result`

export const seconds = () => Math.floor(Date.now() / 1000)
export const sha256 = (body: string) => createHash('sha256').update(body).digest('hex')

/** Returns the body that a job sends to repo-result. */
export const aBody = (changes: object = {}) =>
  JSON.stringify({
    v: 1,
    suite: 'sums',
    line: `rookies: rk_${'0'.repeat(40)}\n`,
    default_branch: 'main',
    pushed_at: '2026-11-02T10:00:00+01:00',
    format: 'junit',
    report: '<testsuite><testcase name="adds" time="0.002"/></testsuite>',
    ...changes,
  })

/** Returns the claims of a token of GitHub Actions, without the audience. */
export const claims = () => ({
  iss: GITHUB,
  sub: 'repo:ada/work:ref:refs/heads/main',
  jti: randomUUID(),
  iat: seconds(),
  nbf: seconds() - 600,
  exp: seconds() + 300,
  actor: 'ada',
  event_name: 'push',
  job_workflow_ref: 'school/grading/.github/workflows/sums.yml@refs/heads/main',
  job_workflow_sha: 'b'.repeat(40),
  ref: 'refs/heads/main',
  ref_type: 'branch',
  repository: 'ada/work',
  repository_id: '1001',
  repository_owner_id: '7',
  repository_visibility: 'private',
  run_attempt: '1',
  run_id: '9001',
  runner_environment: 'github-hosted',
  sha: 'a'.repeat(40),
  workflow_ref: 'ada/work/.github/workflows/tests.yml@refs/heads/main',
})

/** Generates a key pair that plays a key of GitHub. */
export async function makeKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const published = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  return {
    publicKey,
    published,
    /** Signs the token of a job for a body. @param changes other claims; undefined removes a claim */
    sign: (body: string, changes: object = {}, header: object = {}) =>
      new SignJWT({ ...claims(), aud: `${ADDRESS}#${sha256(body)}`, ...changes })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid, ...header })
        .sign(privateKey),
  }
}

/** Starts a server that runs until the test ends. Returns its origin. */
export async function serve(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const ACCEPTED = {
  accepted: true,
  verdict: 'PASS',
  tests: 1,
  failed: 0,
  missing: [],
  lesson: 'Sums',
}

/** Starts a fake API with this answer to settle_repository_result(). It records the received reports. */
export async function serveApi(answer: object = ACCEPTED, status = 200) {
  const reports: Record<string, unknown>[] = []
  const origin = await serve(async (request, response) => {
    reports.push(JSON.parse(await text(request)).report)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  return { restUrl: `${origin}/rest/v1`, reports }
}

/** Calls the function repo-result, without its server, with a body and a token. */
export async function report(
  body: string,
  authorization: string,
  options: Pick<RepoResultOptions, 'restUrl' | 'issuers'> & Partial<RepoResultOptions>,
) {
  const payload = new TextEncoder().encode(body)
  const answer = await repoResult(
    { payload, authorization },
    { serviceKey: 'service', origins: [ORIGIN], log: () => {}, ...options },
  )
  return { status: answer.status, ...answer.body }
}
