import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { GITHUB } from '../../../../functions/repo-result/issuer-keys.ts'
import { GRADER_SHA, startGradedLesson } from '../../testing/graded-lesson'
import { aBody, makeKey, sha256 } from '../../testing/jobs'

// Attacks on the whole product with valid tokens of GitHub: people try to get a pass for work that was not tested in their
// repository (rules/repositories#believe). A fake of `fetch` publishes the key of this test as GitHub's key.

let stage: Awaited<ReturnType<typeof startGradedLesson>>
let key: Awaited<ReturnType<typeof makeKey>>
beforeAll(async () => {
  stage = await startGradedLesson()
  key = await makeKey('one')
})
afterAll(() => stage.stop())

const real = fetch
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) =>
    String(address).startsWith(GITHUB)
      ? Response.json({ keys: [key.published] })
      : real(address, init),
  )
})
afterEach(() => vi.unstubAllGlobals())

const passes = '<testsuite><testcase name="adds"/><testcase name="keeps the order"/></testsuite>'
const fails = passes.replace('"adds"/>', '"adds"><failure/></testcase>')
const commit = () => sha256(randomUUID()).slice(0, 40)

/** Sends a result as a job of GitHub would. */
async function send(sent: { body?: object; claims?: object; token?: string }) {
  const body = aBody({ report: passes, ...sent.body })
  const aud = `${stage.backend.url}/functions/v1/repo-result#${sha256(body)}`
  const token = sent.token ?? (await key.sign(body, { aud, sha: commit(), ...sent.claims }))
  const answer = await fetch(`${stage.backend.url}/functions/v1/repo-result`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  return { status: answer.status, token, body, ...(await answer.json()) }
}

/** Adds a member with a connected repository. Returns a function that sends results for it. */
async function connected() {
  const [person, id] = [await stage.member(), String(Math.floor(Math.random() * 1e12))]
  const mine = { repository: `m${id}/work`, repository_id: id }
  const line = await stage.ask(person, mine.repository)
  const push = (claims: object = {}, body: object = {}) =>
    send({ body: { line, ...body }, claims: { ...mine, ...claims } })
  expect(await push()).toMatchObject({ status: 200, connected_now: true })
  return { person, line, mine, push }
}

test.each([
  ['a fork', 'OTHER_REPOSITORY', { repository_id: '77' }],
  ['a repository that took over the name', 'OTHER_REPOSITORY', { repository_id: '78' }],
  ['a branch', 'OTHER_BRANCH', { ref: 'refs/heads/easy', event_name: 'workflow_dispatch' }],
  ['a branch with a shell in its name', 'OTHER_BRANCH', { ref: 'refs/heads/main;$(id)' }],
  ['a tag with the name of the branch', 'OTHER_BRANCH', { ref: 'refs/tags/main' }],
  [
    'another workflow with the same file name',
    'OTHER_GRADER',
    { job_workflow_ref: 'mallory/grading/.github/workflows/sums.yml@refs/heads/main' },
  ],
  [
    'another workflow of the same repository',
    'OTHER_GRADER',
    { job_workflow_ref: 'school/grading/.github/workflows/easy.yml@refs/heads/main' },
  ],
  [
    'a branch of the grader',
    'OTHER_GRADER',
    { job_workflow_ref: 'school/grading/.github/workflows/sums.yml@refs/heads/easy' },
  ],
  ['another commit of the grader', 'GRADER_MOVED', { job_workflow_sha: 'c'.repeat(40) }],
])('a result of %s does not count', async (_, code, claims) => {
  const { push } = await connected()
  expect(await push(claims)).toMatchObject({ status: 403, code })
})

test('a new commit of the grader is stored for the author', async () => {
  const { push } = await connected()
  await push({ job_workflow_sha: 'd'.repeat(40) })
  const [row] = await stage.sql(
    'select grader_sha, grader_new_sha from public.assignments where lesson_id = $1',
    [stage.lesson],
  )
  expect(row).toEqual({ grader_sha: GRADER_SHA, grader_new_sha: 'd'.repeat(40) })
})

test('a second run, attempt, or job for a commit, and a token that was used, change nothing', async () => {
  const [{ push, person }, sha] = [await connected(), commit()]
  const first = await push({ sha }, { report: fails })
  expect(first).toMatchObject({ status: 200, verdict: 'FAIL' })
  for (const changes of [{}, { run_attempt: '2' }, { run_id: '9002' }]) {
    expect(await push({ sha, ...changes })).toMatchObject({ status: 403, code: 'JUDGED_ALREADY' })
  }
  expect(await send({ token: first.token, body: JSON.parse(first.body) })).toMatchObject({
    ...{ status: 403, code: 'REPLAYED' },
  })
  expect(await push({ sha }, { suite: 'easy' })).toMatchObject({ status: 403, code: 'OTHER_SUITE' })
  const [row] = await stage.sql(
    'select verdict from public.repository_results where user_id = $1 and sha = $2',
    [person.id, sha],
  )
  expect(row).toEqual({ verdict: 'FAIL' })
})

test('of simultaneous jobs for one commit, only one counts', async () => {
  const [{ push, person }, sha] = [await connected(), commit()]
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => push({ sha }, { report: i % 2 ? passes : fails })),
  )
  const codes = answers.map(({ status, code }) => code ?? status).sort()
  expect(codes).toEqual([200, ...Array(11).fill('JUDGED_ALREADY')])
  expect(
    await stage.sql('select from public.repository_results where user_id = $1 and sha = $2', [
      person.id,
      sha,
    ]),
  ).toHaveLength(1)
})

test('a copied line connects no other repository, neither before nor after its owner connects one', async () => {
  const { line, mine } = await connected()
  const mallory = { repository: 'mallory/copy', repository_id: '666' }
  expect(await send({ body: { line }, claims: mallory })).toMatchObject({
    ...{ status: 403, code: 'OTHER_REPOSITORY' },
  })
  const [early, thief] = [await stage.member(), await stage.member()]
  const open = await stage.ask(early, 'early/work')
  expect(await send({ body: { line: open }, claims: mallory })).toMatchObject({
    ...{ status: 403, code: 'OTHER_REPOSITORY' },
  })
  // The thief pushes an own line in the repository of a classmate, who has connected that repository.
  const own = await stage.ask(thief, mine.repository)
  expect(await send({ body: { line: own }, claims: mine })).toMatchObject({
    ...{ status: 403, code: 'OTHER_REPOSITORY' },
  })
})

test('a renamed or transferred repository stays connected, even without a line', async () => {
  const { push } = await connected()
  expect(await push({ repository: 'company/renamed' })).toMatchObject({ status: 200 })
  expect(await push({ repository: 'company/renamed' }, { line: null })).toMatchObject({
    ...{ status: 200, connected_now: false },
  })
})

test.each([
  ['no line', null, 'UNKNOWN_LINE'],
  ['a line of nobody', `rookies: rk_${'f'.repeat(40)}`, 'UNKNOWN_LINE'],
  ['the target of a symlink', '/etc/passwd', 'UNKNOWN_LINE'],
  ['a line with NUL', `rookies: rk_\u0000${'f'.repeat(39)}`, 'UNKNOWN_LINE'],
])('%s belongs to no lesson', async (_, line, code) => {
  const claims = { repository: 'x/y', repository_id: '4242' }
  expect(await send({ body: { line }, claims })).toMatchObject({ status: 403, code })
})

test.each([
  [
    'a missing test',
    '<testsuite><testcase name="adds"/></testsuite>',
    { missing: ['keeps the order'] },
  ],
  ['a doubled test that failed once', passes + fails, {}],
  ['a skipped test', passes.replace('"adds"/>', '"adds"><skipped/></testcase>'), { failed: 1 }],
  [
    'another test that failed',
    `<testsuites>${passes}<testsuite><testcase name="x"><error/></testcase></testsuite></testsuites>`,
    { failed: 1 },
  ],
])('%s is no pass', async (_, report, answer) => {
  const { push } = await connected()
  const inOne = `<testsuites>${report.replaceAll(/<\/?testsuites>/g, '')}</testsuites>`
  expect(await push({}, { report: inOne })).toMatchObject({
    status: 200,
    verdict: 'FAIL',
    ...answer,
  })
})

test('300 simultaneous reports are all answered, and each commit is stored once', async () => {
  const { push, person } = await connected()
  const answers = await Promise.all(Array.from({ length: 300 }, () => push()))
  const statuses = answers.map(({ status }) => status)
  // A gateway that has too much to do says so, and the job sends its result again.
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  const [row] = await stage.sql(
    'select count(*)::int as kept from public.repository_results where user_id = $1',
    [person.id],
  )
  expect(row?.kept).toBe(1 + statuses.filter((status) => status === 200).length)
})

test('results of a megabyte are cut to 256 kB, and a larger body is refused', async () => {
  const { push, person } = await connected()
  const test = (i: number) =>
    `<testcase name="t ${i} 🎈"><failure>${'\\"é'.repeat(20)}</failure></testcase>`
  const report = `<testsuite>${Array.from({ length: 4_900 }, (_, i) => test(i)).join('')}</testsuite>`
  expect(await push({}, { report })).toMatchObject({ status: 200, tests: 4_900, failed: 4_900 })
  const [row] = await stage.sql(
    `select octet_length(results::text) as bytes, jsonb_array_length(results) as kept
     from public.repository_results where user_id = $1 order by received_at desc limit 1`,
    [person.id],
  )
  expect(row?.kept).toBe(500)
  expect(Number(row?.bytes)).toBeLessThan(262_145)
  expect(await push({}, { report: 'x'.repeat(1_000_000) })).toMatchObject({
    status: 413,
    code: 'TOO_LARGE',
  })
})

test('only POST requests to /repo-result itself need no API key', async () => {
  const ask = (path: string, init?: RequestInit) =>
    fetch(`${stage.backend.url}/functions/v1${path}`, init)
  expect((await ask('/repo-result')).status).toBe(401)
  expect((await ask('/repo-result/x', { method: 'POST' })).status).toBe(401)
})
