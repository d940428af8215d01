import { chmodSync, existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sha256 } from '../../../supabase/local/src/testing/jobs'
import { findGradingPrograms } from '../../lib/grading-programs.mjs'
import { runNewSuite } from '../new-suite'
import { TEMPLATE } from '../run-suite'
import { folderOf, runBeside } from './harness'

const LINE = `rk_${'0123456789'.repeat(4)}`
const PASSED = { accepted: true, verdict: 'PASS', message: 'All 3 tests passed.' }
const HOSTED = { status: 'completed', conclusion: 'success', runner_group_id: 0 }

// One server plays GitHub and the product. These are its answers, and the requests that it received.

/** The entry of .rookies in the folder of the commit; null if there is no such file. */
let entry: Record<string, unknown> | null
let content: string
let jobs: Record<string, unknown>[]
let answers: [status: number, body: unknown][]
let posts: { token: string; body: string; audience: string }[]
let audiences: string[]
let server: Server
let origin: string

beforeAll(findGradingPrograms, 600_000)
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', origin)
    const [, token = ''] = (request.headers.authorization ?? '').split(' ')
    const send = (status: number, body: unknown) =>
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
    if (pathname === '/repos/ada/work/contents/' && searchParams.get('ref') === 'c0ffee') {
      return send(200, entry ? [{ name: 'src', type: 'dir', size: 0 }, entry] : [])
    }
    if (
      pathname === '/repos/ada/work/actions/runs/17/jobs' &&
      searchParams.get('filter') === 'all'
    ) {
      return send(200, { total_count: jobs.length, jobs: jobs.slice(0, 100) })
    }
    if (pathname === '/repos/ada/work/contents/.rookies') return send(200, content)
    if (pathname === '/token' && token === 'of-the-job') {
      audiences.push(`${searchParams.get('v')} ${searchParams.get('audience')}`)
      return send(200, { value: `token-${audiences.length}` })
    }
    posts.push({ token, body: await textOf(request), audience: audiences.at(-1) ?? '' })
    return send(...(answers.shift() ?? [200, PASSED]))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  entry = { name: '.rookies', type: 'file', size: 52 }
  content = `rookies: ${LINE}\n`
  jobs = [HOSTED, { ...HOSTED, status: 'in_progress', conclusion: null }]
  answers = []
  posts = []
  audiences = []
})

/** Runs report.sh as the job does, with a fake `sleep` that returns at once. @param text the report; null for none */
async function report(text: string | null, env: Record<string, string> = {}) {
  const programs = folderOf({ sleep: '#!/bin/sh\n' })
  chmodSync(join(programs, 'sleep'), 0o755)
  return runBeside('report.sh', {
    PATH: `${programs}:${process.env.PATH}`,
    ADDRESS: `${origin}/functions/v1/repo-result`,
    SUITE: 'rotate-node',
    FORMAT: 'junit',
    RESULTS: text === null ? join(programs, 'none') : folderOf({ 'rotate-node': text }),
    DIGEST: sha256(text ?? ''),
    DEFAULT_BRANCH: 'main',
    PUSHED_AT: '1796131200',
    API_TOKEN: 'for-contents',
    GITHUB_API_URL: origin,
    GITHUB_REPOSITORY: 'ada/work',
    GITHUB_SHA: 'c0ffee',
    GITHUB_RUN_ID: '17',
    ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/token?v=2`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
    ...env,
  })
}

describe('report.sh', () => {
  test('sends the expected body byte by byte, and a token whose audience contains the hash of the body', async () => {
    const text = '<testsuites>\n<testcase name="a &quot;b&quot; \\ é 🎉 \t"/></testsuites>\n'
    expect(await report(text)).toEqual({ status: 0, log: 'Rookies: All 3 tests passed.\n' })
    expect(posts).toHaveLength(1)
    expect(posts[0]?.body).toBe(
      JSON.stringify({
        v: 1,
        suite: 'rotate-node',
        line: `rookies: ${LINE}`,
        default_branch: 'main',
        pushed_at: '2026-12-01T13:20:00Z',
        format: 'junit',
        report: text,
      }),
    )
    const address = `${origin}/functions/v1/repo-result`
    expect(posts[0]?.audience).toBe(`2 ${address}#${sha256(posts[0]?.body ?? '')}`)
    expect(posts[0]?.token).toBe('token-1')
  })

  test.each([
    ['a file of 201 bytes', { type: 'file', size: 201 }, `${LINE}\n`],
    ['a symbolic link', { type: 'symlink', size: 11 }, `${LINE}\n`],
    ['a submodule', { type: 'file', size: 0 }, `${LINE}\n`],
    ['a folder', { type: 'dir', size: 0 }, ''],
    ['no file', null, `${LINE}\n`],
    ['no line', { type: 'file', size: 20 }, 'Put the line here.\n'],
    ['a line with more', { type: 'file', size: 99 }, `${LINE}; x\n${LINE}00\nx ${LINE}\n`],
  ])('with %s as .rookies, the line is null', async (_, found, text) => {
    entry = found && { name: '.rookies', ...found }
    content = text
    expect((await report('x')).log).toMatch(/\.rookies/)
    expect(JSON.parse(posts[0]?.body ?? '')).toMatchObject({ line: null })
  })

  test('the line for .rookies counts if nothing else is on that line, whatever other lines the file has', async () => {
    content = `\u0000"$(touch hacked)"\n${LINE}  \r\n`
    await report('x')
    expect(JSON.parse(posts[0]?.body ?? '').line).toBe(`rookies: ${LINE}`)
  })

  test('a replaced report, a missing report, and a report that is too large are not sent', async () => {
    const replaced = await report('x', { DIGEST: sha256('y') })
    expect(replaced.log).toBe(
      'The results are not those that the job "run" wrote. Nothing was sent.\n',
    )
    const none = await report(null, { DIGEST: '' })
    expect(none.log).toMatch(/^There are no results: the log of the job "run", .* Nothing was sent/)
    expect([replaced.status, none.status, posts.length]).toEqual([1, 1, 0])
    const large = await report('"'.repeat(600_000))
    expect(large).toEqual({
      status: 1,
      log: 'The results are larger than 1 MB. Nothing was sent.\n',
    })
    expect(audiences).toEqual([])
  })

  test.each([
    ['a machine of the learner', [{ ...HOSTED, runner_group_id: 1 }, HOSTED]],
    ['a machine that is gone', [{ ...HOSTED, runner_group_id: null }, HOSTED]],
    ['more jobs than one answer lists', Array(101).fill(HOSTED)],
    ['no machine at all', []],
  ])('with %s, nothing is sent', async (_, found) => {
    jobs = found
    expect(await report('x')).toEqual({
      status: 1,
      log: 'A job of this run was not on a machine that GitHub hosts, so nothing counts. Nothing was sent.\n',
    })
    expect([audiences, posts]).toEqual([[], []])
  })

  test('jobs that did not start or were skipped may have no machine', async () => {
    jobs.push({ status: 'queued', conclusion: null, runner_group_id: null })
    jobs.push({ status: 'completed', conclusion: 'skipped', runner_group_id: null })
    expect((await report('x')).status).toBe(0)
  })

  test('a command in the name of a branch is not run', async () => {
    const branch = '$(touch hacked)`touch hacked`";touch hacked;\'$x'
    await report('x', { DEFAULT_BRANCH: branch, PUSHED_AT: '' })
    expect(JSON.parse(posts[0]?.body ?? '')).toMatchObject({
      default_branch: branch,
      pushed_at: null,
    })
    expect(existsSync('hacked')).toBe(false)
  })

  test('the message of the product is printed in one line without commands, and failed tests fail the job', async () => {
    answers = [[200, { ...PASSED, verdict: 'FAIL', message: 'No.\n::set-output name=a::1\r##[x]' }]]
    const failed = await report('x')
    expect(failed).toEqual({ status: 1, log: 'Rookies: No.::set-output name=a::1# # [x]\n' })
    answers = [[403, { code: 'SHUT', message: 'The assignment takes no more work.' }]]
    expect(await report('x')).toEqual({
      status: 1,
      log: 'Rookies: The assignment takes no more work.\n',
    })
  })

  test('if the product is not available, the result is sent again with a new token, three times at most', async () => {
    answers = [
      [502, { message: 'Later.' }],
      [500, '<html>'],
    ]
    expect((await report('x')).status).toBe(0)
    expect(posts.map(({ token }) => token)).toEqual(['token-1', 'token-2', 'token-3'])
    answers = [502, 502, 502].map((status) => [status, ''])
    expect(await report('x')).toEqual({
      status: 1,
      log: 'Rookies: The product answered with the status 502.\n',
    })
    expect(posts).toHaveLength(6)
  })
})

describe('npm run new-suite', () => {
  const tests = join(TEMPLATE, 'suites/any-command')
  beforeEach(() => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  })
  afterEach(() => vi.restoreAllMocks())

  /** Adds the suite to a new grading repository, with this solution. */
  const newSuite = (to: string, solution: string, ...options: string[]) => {
    const folder = folderOf({ 'hello.sh': solution })
    const target = ['--to', to, '--address', origin, '--repository', 'school/grading']
    return runNewSuite([tests, ...target, '--solution', folder, ...options], {})
  }

  test('new-suite writes the suite without the solution, its workflow, and the folder for learners', async () => {
    const to = folderOf({})
    await newSuite(to, '[ $# = 1 ] || exit 1\necho "Hello, $1!"\n', '--name', 'hello')
    for (const file of [
      'README.md',
      'scripts/as-nobody.sh',
      '.github/workflows/hello.yml',
      'learner/hello/.github/workflows/tests.yml',
      'learner/hello/.rookies',
      'suites/hello/assignment.yml',
    ]) {
      expect(existsSync(join(to, file)), file).toBe(true)
    }
    expect(existsSync(join(to, 'suites/hello/hello.sh'))).toBe(false)
  })

  test('new-suite writes nothing if the solution fails', async () => {
    const to = folderOf({})
    await expect(newSuite(to, 'exit 0\n')).rejects.toThrow(/does not pass every test/)
    expect(existsSync(join(to, 'suites'))).toBe(false)
  })
})
