import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { inputOf, openRunner, run } from '../../e2e/support/runner'
import { openStaticSite, type StaticSite } from '../../e2e/support/static-site'
import { type RawAnswer, rawRequest } from '../../supabase/local/src/testing/raw-request'
import type { Server } from './servers'
import { asset, openStage, putNextBuild, type Stage } from './stage'

const script = asset('learner', /^index-.*\.js$/)
const part = asset('learner', /^course-page-.*\.js$/)

/** At least one path of each kind, in different spellings. */
const PATHS = [
  ...['/', '/index.html', '/login', '/app/courses/git?lesson=1', '/no/such/page', '/administrator'],
  ...['/admin', '/admin/', '/admin/index.html', '/admin/courses/1', '/%61dmin/courses'],
  ...['/moderator', '/moderator/members', '/moderator/missing.png'],
  ...['/runner.html', '/page.html', '/admin/runner.html'],
  ...['/worker.js', '/app.webmanifest', '/favicon.svg', '/icons/icon-192.png'],
  ...[script, part, asset('learner', /\.css$/), asset('learner', /\.woff2$/)],
  ...[asset('backoffice', /^index-.*\.js$/), asset('backoffice', /\.svg$/)],
  ...['/assets/missing.js', '/admin/assets/missing.js', '/assets', '/assets/', '/icons/'],
  ...['/robots.txt', '/deep/index.html', '/.vite/manifest.json', '/assets/.hidden.js'],
  ...[`${script}.br`, '/_headers', '/Caddyfile', '/nginx.conf', '/a%20b', '/a|b.js'],
]

/** Headers that differ between servers and do not matter to the apps. */
const SERVER_HEADERS =
  /^(date|server|connection|keep-alive|etag|last-modified|accept-ranges|content-length|transfer-encoding)$/

/**
 * Returns an answer without the headers that differ between servers. The gateway's policy also names the socket of
 * its embedded project, which is removed.
 */
function comparableAnswer({ status, headers, body }: RawAnswer) {
  const comparedHeaders = Object.entries(headers)
    .filter(([name]) => !SERVER_HEADERS.test(name))
    .map(([name, value]) => [name, String(value).replace(/ ws:\/\/localhost:\d+/, '')])
    .map(([name, value]) => [name, name === 'content-type' ? value?.toLowerCase() : value])
  const text = body.toString('latin1').trimEnd()
  const digest = createHash('sha256').update(text).digest('hex')
  return {
    status,
    headers: Object.fromEntries(comparedHeaders),
    body: `${text.slice(0, 20)} … ${digest}`,
  }
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe.each(['nginx', 'caddy'] as const)('%s', (name) => {
  let server: Server
  beforeAll(() => {
    server = stage[name]
  })
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    rawRequest(server.port, path, { headers, method })
  const askGateway = (path: string, headers: Record<string, string>, method = 'GET') =>
    rawRequest(stage.gatewayPort, path, { headers, method })

  describe.each([
    ['a script', { accept: '*/*' }],
    ['a browser', { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'gzip' }],
  ])('answers a request by %s as the gateway does', (_, headers) => {
    test.each(PATHS)('to the path %s', async (path) => {
      const [answer, expected] = await Promise.all([ask(path, headers), askGateway(path, headers)])
      expect(comparableAnswer(answer)).toEqual(comparableAnswer(expected))
    })
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused', async (method) => {
    for (const path of ['/', '/admin/x', '/worker.js', script, '/assets/missing.js']) {
      const [answer, expected] = [await ask(path, {}, method), await askGateway(path, {}, method)]
      expect([path, comparableAnswer(answer)]).toEqual([path, comparableAnswer(expected)])
      expect(answer.headers.allow).toBe('GET, HEAD')
    }
  })

  test('no path is redirected, and none leads out of the folder', async () => {
    for (const path of [
      ...['//evil.example', '//evil.example/..', '///evil.example/%2e%2e', '/%2f%2fevil.example'],
      ...['/\\evil.example', '/%5cevil.example', '/admin/..%2f', '/admin//evil.example/'],
      ...['/../Caddyfile', '/..%2fnginx.conf', '/%2e%2e/nginx.conf', '/assets/..%2f..%2fCaddyfile'],
      ...['/admin', '/icons', '/assets', '/admin/assets', '/runner', '/index', '/@evil.example'],
    ]) {
      const { status, headers, body } = await ask(path, { accept: 'text/html' })
      expect([200, 400, 404], path).toContain(status)
      expect(headers.location, path).toBeUndefined()
      expect(String(body), path).not.toContain('Written by')
      if (status === 200) expect(headers['content-security-policy'], path).toContain('script-src')
    }
  })

  test('HEAD returns the headers of GET, a range of a file can be requested, and an unchanged file is not sent again', async () => {
    const whole = await ask(script)
    const head = await ask(script, {}, 'HEAD')
    expect(head.body.length).toBe(0)
    expect(head.headers['content-length']).toBe(String(whole.body.length))
    const range = await ask(script, { range: 'bytes=5-14' })
    expect([range.status, range.headers['content-range']]).toEqual([
      206,
      `bytes 5-14/${whole.body.length}`,
    ])
    expect(range.body).toEqual(whole.body.subarray(5, 15))
    for (const path of ['/', '/admin/', script]) {
      const { headers } = await ask(path)
      const again = await ask(path, { 'if-none-match': headers.etag ?? '' })
      expect([path, again.status, again.body.length]).toEqual([path, 304, 0])
      expect(again.headers['cache-control']).toBe(headers['cache-control'])
    }
  })

  test('the compressed copies of the build are sent with the type of the original file', async () => {
    const plain = await ask(script)
    const zipped = await ask(script, { 'accept-encoding': 'gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.body)).toEqual(plain.body)
    const best = await ask(script, { 'accept-encoding': 'gzip, deflate, br' })
    // Debian's nginx-light has no module for Brotli.
    expect(best.headers['content-encoding']).toBe(name === 'caddy' ? 'br' : 'gzip')
    for (const { headers } of [plain, zipped, best]) {
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        vary: 'accept-encoding',
      })
    }
  })

  test('only an answer over TLS tells browsers to use TLS from then on', async () => {
    for (const path of ['/', '/admin/x', '/runner.html', '/worker.js', script]) {
      const secure = await rawRequest(server.tlsPort, path, { tls: true })
      const { 'strict-transport-security': insisted, ...headers } = comparableAnswer(secure).headers
      const plain = comparableAnswer(await ask(path))
      expect([path, insisted]).toEqual([path, 'max-age=31536000'])
      delete headers['alt-svc']
      expect({ ...comparableAnswer(secure), headers }).toEqual(plain)
    }
  })

  describe('the apps in a browser', () => {
    let site: StaticSite
    beforeAll(async () => {
      site = await openStaticSite(server.port)
    })
    afterAll(() => site?.close())

    test.each(['/', '/login', '/admin/', '/moderator/members'])('%s opens', async (path) => {
      await site.visit(path)
      await site.page.getByRole('heading').first().waitFor()
      expect(site.refused()).toEqual([])
    })

    test('the code of an exercise runs', async () => {
      await site.visit('/login')
      await openRunner(site.page)
      const input = inputOf(
        'export const sum = (a, b) => a + b',
        "import { sum } from './main.js'\ntest('adds', () => { expect(sum(1, 2)).toBe(3) })",
      )
      expect(await run(site.page, input)).toMatchObject({
        verdict: 'PASS',
        tests: [{ name: 'adds' }],
      })
      expect(site.refused()).toEqual([])
    })

    test('an open page gets a new build, and a file that the new build lacks is not found', async () => {
      await site.visit('/login')
      await site.page.evaluate(() => navigator.serviceWorker.register('/worker.js'))
      const first = () =>
        site.page.evaluate(async () => {
          const active = (await navigator.serviceWorker.getRegistration())?.active
          return Object.assign(window, { first: active }).first?.state
        })
      await expect.poll(first, { timeout: 20_000 }).toBe('activated')
      const before = await ask('/')
      const worker = await ask('/worker.js')
      expect((await ask(part)).status).toBe(200)

      onTestFinished(putNextBuild(stage.site, part))
      const after = await ask('/', { 'if-none-match': before.headers.etag ?? '' })
      expect([after.status, String(after.body).endsWith('<!-- next -->')]).toEqual([200, true])
      const fresh = await ask('/worker.js', { 'if-none-match': worker.headers.etag ?? '' })
      expect([fresh.status, fresh.headers['cache-control']]).toEqual([200, 'no-cache'])
      // The answer is neither a page nor cached, so the apps can say that there is a new version.
      const gone = await ask(part, { accept: 'text/html,*/*' })
      expect([gone.status, String(gone.body).trim(), gone.headers['cache-control']]).toEqual([
        404,
        'Not found',
        'no-store',
      ])
      // The page requests a newer service worker too. A call during that request returns its result, which may be
      // older than the new build, or is refused, so the call is repeated.
      const next = () =>
        site.page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration()
          const refused = await registration?.update().then(
            () => '',
            (error: Error) => error.message,
          )
          const { active, waiting, installing } = registration ?? {}
          if (active !== Reflect.get(window, 'first')) return active?.state
          return `the first (next: ${(waiting ?? installing)?.state ?? 'none'}) ${refused}`
        })
      // If Chromium takes a service worker for busy, it replaces it only after 30 idle seconds.
      await expect.poll(next, { timeout: 45_000 }).toBe('activated')
    }, 90_000)
  })
})
