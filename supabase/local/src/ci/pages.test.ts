import { createServer, type IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { isRun } from './report'
import type { Repository } from './repositories'
import { ciRoutes } from './routes'
import type { Graded, Said } from './runner'

// These tests check the pages and what they refuse, with a host that does as they say; ci.test.ts has the real one.

const REPOSITORY: Repository = {
  lesson_id: 'a1',
  user_id: 'b2',
  owner: 'ada',
  name: 'work',
  repository_id: null,
  default_branch: null,
  connected: false,
  lesson: 'Sums & <more>',
  email: 'ada@example.test',
  grader: 'school/grading/.github/workflows/sums.yml@v1',
  grader_sha: null,
  suite: 'sums',
  expected: [],
  line: 'rookies: rk_0',
  sha: null,
  verdict: null,
}

/** Serves the pages for these repositories until the test ends. */
async function open(repositories: Repository[], said: Said = { status: 200, body: {} }) {
  const runs: unknown[] = []
  const routes = ciRoutes({
    runner: {
      list: async () => repositories,
      async run(...args) {
        runs.push(args)
        return args[0] === 'a1' ? said : undefined
      },
      async grade(graded: Graded) {
        runs.push(graded)
        return said
      },
    },
    issuer: {
      name: 'x',
      keys: () => Promise.reject(new Error('unused')),
      published: async () => ({ keys: [] }),
      sign: async () => '',
    },
    slots: {
      forRequest: (_, next) => next(),
      pause: (_: IncomingMessage, act) => act(),
      resume: (_: IncomingMessage, act) => act(),
      release: () => {},
    },
  })
  const server = createServer(getRequestListener(routes.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${origin}${path}`, { redirect: 'manual', ...init })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  /** Presses a button as a page of this origin does. */
  const press = (form: Record<string, string>, headers: Record<string, string> = { origin }) =>
    ask('/_ci/run', { method: 'POST', headers, body: new URLSearchParams(form) })
  return { origin, ask, press, runs }
}

const form = { lesson_id: 'a1', user_id: 'b2', run: 'pass' }

test('the list shows each repository as text, and its runs as buttons without a script', async () => {
  const { ask } = await open([
    REPOSITORY,
    { ...REPOSITORY, name: 'other', connected: true, verdict: 'FAIL', sha: 'c'.repeat(40) },
    { ...REPOSITORY, name: 'bare', grader: null },
  ])
  const { status, headers, text } = await ask('/_ci')
  expect(status).toBe(200)
  expect(text).toContain('Sums &amp; &lt;more&gt;, ada@example.test')
  expect(text).toContain('Not connected yet, no result yet')
  expect(text).toContain('Connected, last result FAIL, commit <code>ccccccc</code>')
  const labels = [...text.matchAll(/<button[^>]*>([^<]*)</g)].map(([, label]) => label)
  const runs = ['Pass', 'Fail', 'Nothing', 'Forged token', 'Old commit']
  expect(labels).toEqual([...runs, ...runs])
  expect(text).toContain('The assignment is not tested.')
  expect(text).not.toMatch(/<script|style="/)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect((await ask('/_ci/style.css')).text).toContain('prefers-color-scheme: dark')
  expect((await open([]).then((other) => other.ask('/_ci'))).text).toContain('No repository was')
})

test('a run leads back to the list, which shows what the product answered', async () => {
  const body = { code: 'TOKEN', message: 'The token is <b>bad</b>.' }
  const { ask, press, runs } = await open([REPOSITORY], { status: 401, body })
  const { status, headers } = await press({ ...form, run: 'forged' })
  expect([status, headers.get('location')]).toEqual([303, '/_ci#a1.b2'])
  expect(runs).toEqual([['a1', 'b2', 'forged']])
  const { text } = await ask('/_ci')
  expect(text).toContain('<strong>Forged token: 401</strong> The token is &lt;b&gt;bad&lt;/b&gt;.')
  expect(text).toContain('<li id="a1.b2">')
})

test('only a page of this origin can press a button', async () => {
  const { origin, press, runs } = await open([REPOSITORY])
  for (const foreign of [
    'https://evil.example',
    'null',
    `${origin}0`,
    'http://localhost:4300',
    '',
  ]) {
    const { status, text } = await press(form, { origin: foreign })
    expect([foreign, status]).toEqual([foreign, 403])
    expect(text).toContain('Only the page /_ci')
  }
  expect((await press(form, {})).status).toBe(403)
  expect(runs).toEqual([])
})

test.each([
  { run: 'win' },
  { run: 'toString' },
  { run: '' },
  { lesson_id: '' },
  { lesson_id: 'gone' },
])('a form with %j sends nothing', async (changes) => {
  const { press } = await open([REPOSITORY])
  expect(await press({ ...form, ...changes })).toMatchObject({ status: 403 })
})

test('the names of runs are the own ones of the table', () => {
  expect([isRun('pass'), isRun('constructor'), isRun('')]).toEqual([true, false, false])
})

const graded = {
  lesson_id: 'a1',
  email: 'a@x.test',
  folder: 'sum-1',
  format: 'tap',
  report: '1..0',
}

test('npm run grade gets the answer of the product, and pages of other origins are refused', async () => {
  const { origin, ask, runs } = await open([], { status: 403, body: { code: 'NO_RESULTS' } })
  const grade = (body: unknown, headers: Record<string, string> = {}) =>
    ask('/_ci/grade', { method: 'POST', headers, body: JSON.stringify(body) })
  expect(await grade(graded)).toMatchObject({ status: 403, text: '{"code":"NO_RESULTS"}' })
  expect(await grade(graded, { origin })).toMatchObject({ status: 403 })
  expect(runs).toEqual([graded, graded])
  for (const body of [null, [], {}, { ...graded, email: 7 }, { ...graded, folder: '../x' }]) {
    expect((await grade(body)).status).toBe(400)
  }
  expect(await grade(graded, { origin: 'https://evil.example' })).toMatchObject({ status: 403 })
  expect(await grade({ ...graded, report: 'x'.repeat(1_020_000) })).toMatchObject({ status: 413 })
  expect(runs).toHaveLength(2)
})

test('other methods and other paths are refused', async () => {
  const { ask } = await open([])
  expect((await ask('/_ci', { method: 'DELETE' })).status).toBe(405)
  expect((await ask('/_ci/run')).status).toBe(404)
  expect(await ask('/_ci/jwks.json')).toMatchObject({ status: 200, text: '{"keys":[]}' })
})
