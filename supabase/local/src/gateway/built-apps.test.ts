import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { serveApps } from '../testing/apps-server'
import { rawRequest } from '../testing/raw-request'
import { temporaryFolder } from '../testing/temporary-folder'
import { builtApps } from './built-apps'

const script = 'console.log("entry");'.repeat(100)
const boot = "document.documentElement.dataset.theme = 'dark'"
const learnerPage = `<!doctype html><title>Learner</title><script>${boot}</script><script type="module" src="/assets/index-abc.js"></script>`

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** Writes both apps as a build would, and serves them through a gateway. */
async function serve({ hosts, ...options }: { projectUrl?: string; hosts?: string[] } = {}) {
  const appsDir = temporaryFolder()
  const learner = join(appsDir, 'learner', 'dist')
  const backoffice = join(appsDir, 'backoffice', 'dist')
  write(join(learner, 'index.html'), learnerPage)
  write(join(learner, 'favicon.svg'), '<svg/>')
  write(join(learner, 'worker.js'), 'worker')
  write(join(learner, 'app.webmanifest'), '{}')
  write(join(learner, 'assets/index-abc.js'), script)
  write(join(learner, 'assets/index-abc.js.br'), brotliCompressSync(script))
  write(join(learner, 'assets/index-abc.js.gz'), gzipSync(script))
  write(join(learner, '.vite/manifest.json'), '{}')
  write(join(learner, 'secret.key'), 'not of a kind that is served')
  write(join(backoffice, 'index.html'), '<!doctype html><title>Back-office</title>')
  write(join(backoffice, 'assets/index-def.js'), 'back-office')

  const port = await serveApps(builtApps({ appsDir, ...options }), hosts)
  const get = (path: string, headers: Record<string, string | string[]> = {}, method = 'GET') =>
    rawRequest(port, path, { headers, method })
  return { port, learner, get }
}

const title = (body: Buffer) => /<title>(.*)<\/title>/.exec(String(body))?.[1]

test.each([
  ['/', 'Learner'],
  ['/app/courses/git?lesson=1', 'Learner'],
  ['/index.html', 'Learner'],
  ['/administrator', 'Learner'],
  ['/no/such/page', 'Learner'],
  ['/admin', 'Back-office'],
  ['/admin/', 'Back-office'],
  ['/admin/index.html', 'Back-office'],
  ['/admin/courses/1', 'Back-office'],
  ['/%61dmin/courses', 'Back-office'],
  ['/moderator', 'Back-office'],
  ['/moderator/members', 'Back-office'],
])('%s is a page of the app %s', async (path, app) => {
  const { get } = await serve()
  const answer = await get(path)
  expect([answer.status, title(answer.body)]).toEqual([200, app])
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
})

test('hashed files are cached forever and sent as the build compressed them', async () => {
  const { get } = await serve()
  const path = '/assets/index-abc.js'
  const plain = await get(path)
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': String(script.length),
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  })
  const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(String(brotliDecompressSync(brotli.body))).toBe(script)
  expect((await get(path, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')

  const head = await get(path, {}, 'HEAD')
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
    200,
    String(script.length),
    0,
  ])
  expect(String((await get('/admin/assets/index-def.js')).body)).toBe('back-office')
})

test.each([
  ['/worker.js', 'text/javascript; charset=utf-8'],
  ['/app.webmanifest', 'application/manifest+json'],
])('%s is requested again each time', async (path, type) => {
  const { get } = await serve()
  const { status, headers } = await get(path)
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-type']).toBe(type)
})

test('an unchanged file is not sent again, and a rebuild is noticed', async () => {
  const { get, learner } = await serve()
  const first = await get('/')
  const etag = first.headers.etag ?? ''
  const again = await get('/', { 'if-none-match': etag })
  expect([again.status, again.body.length]).toEqual([304, 0])

  write(join(learner, 'assets/index-new.js'), 'new')
  write(join(learner, 'index.html'), `${learnerPage}<p>rebuilt</p>`)
  const rebuilt = await get('/', { 'if-none-match': etag })
  expect([rebuilt.status, rebuilt.headers.etag === etag]).toEqual([200, false])
  expect(String((await get('/assets/index-new.js')).body)).toBe('new')
})

test.each([
  '/assets/missing.js',
  '/admin/assets/missing.js',
  '/assets/',
  '/assets/../secret.key',
  '/assets/%2e%2e/%2e%2e/backoffice/dist/index.html',
  '/assets/..%2f..%2fbackoffice/dist/index.html',
  '/assets/index-abc.js.br',
  '/robots.txt',
  '/.vite/manifest.json',
])('%s is not found', async (path) => {
  const { get } = await serve()
  const answer = await get(path)
  expect([answer.status, String(answer.body)]).toEqual([404, 'Not found\n'])
})

test('no path returns a file outside of the build folder', async () => {
  const { get } = await serve()
  for (const path of [
    '/../../../etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/secret.key',
    '//etc/passwd',
  ]) {
    const answer = await get(path, { accept: 'text/html' })
    expect([path, title(answer.body)]).toEqual([path, 'Learner'])
  }
})

test('pages accept only GET and HEAD', async () => {
  const { get } = await serve()
  const answer = await get('/', {}, 'POST')
  expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
})

test('each app has the strictest policy that it supports', async () => {
  const { get, port } = await serve()
  const [learner, backoffice] = await Promise.all([get('/'), get('/admin')])
  const hash = createHash('sha256').update(boot).digest('base64')
  const policy = String(learner.headers['content-security-policy'])
  const directives = Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values.join(' ')]
    }),
  )
  expect(directives).toEqual({
    'default-src': "'self'",
    'script-src': `'self' 'sha256-${hash}'`,
    'style-src': "'self'",
    'img-src': "'self' data: blob: https:",
    'frame-src':
      "'self' https://www.youtube-nocookie.com https://www.youtube.com https://player.vimeo.com https://www.loom.com https://iframe.videodelivery.net https://*.cloudflarestream.com https://player.mux.com",
    'connect-src': `'self' ws://localhost:${port} https://www.loom.com`,
    'frame-ancestors': "'none'",
    'object-src': "'none'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
  })
  const staff = String(backoffice.headers['content-security-policy'])
  expect(staff).toContain("style-src 'self' 'unsafe-inline'")
  expect(staff).toContain("script-src 'self';")
  expect(staff).toContain("img-src 'self' data: blob: https:;")
  expect(staff).toContain(`connect-src 'self' ws://localhost:${port};`)

  expect(staff).toContain("frame-src 'self' https://")

  for (const { headers } of [learner, backoffice]) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain(
      'fullscreen=(self "https://www.youtube-nocookie.com"',
    )
    expect(headers['permissions-policy']).toContain('camera=()')
  }
})

test.each([
  [
    '/runner.html',
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob:; worker-src blob:; connect-src 'none'; frame-ancestors 'self'",
  ],
  [
    '/page.html',
    "sandbox allow-scripts allow-forms; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; connect-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  ],
])('%s has a policy of its own, and no page stands in for it', async (path, policy) => {
  const { get, learner } = await serve()
  const asPage = { accept: 'text/html', 'accept-encoding': 'br' }
  const absent = await get(path, asPage)
  expect([absent.status, String(absent.body)]).toEqual([404, 'Not found\n'])

  write(join(learner, path), '<!doctype html><title>Runs code</title>')
  write(join(learner, `${path}.br`), brotliCompressSync('<!doctype html><title>Short</title>'))
  const { status, headers, body } = await get(path, asPage)
  expect([status, title(brotliDecompressSync(body))]).toEqual([200, 'Short'])
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin',
    'content-security-policy': policy,
  })
  expect(headers['x-frame-options']).toBeUndefined()
  // The back-office frames the portal's document and has none.
  expect((await get(`/admin${path}`, asPage)).status).toBe(404)
})

test('the policy contains only hosts of the product', async () => {
  const { get, port } = await serve({ hosts: ['demo.example.org'] })
  const policy = async (headers: Record<string, string | string[]>) =>
    String((await get('/', headers)).headers['content-security-policy'])
  expect(await policy({ host: '127.0.0.1:99' })).toContain("connect-src 'self' ws://127.0.0.1:99 ")
  // Behind a tunnel with TLS, the page's WebSockets use TLS too.
  expect(await policy({ host: 'demo.example.org' })).toContain(
    "connect-src 'self' ws://demo.example.org wss://demo.example.org ",
  )
  for (const host of [
    [`localhost:${port}`, 'evil.example'],
    ['evil.example', `localhost:${port}`],
    `localhost:${port}, evil.example`,
    `localhost:${port} https://evil.example`,
    `localhost:${port};script-src *`,
  ]) {
    expect(await policy({ host }), String(host)).toBe('undefined')
  }
  const claimed = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  expect(await policy(claimed)).not.toContain('evil.example')
})

test('insecure pages have no header about which browsers complain', async () => {
  const { get } = await serve({ hosts: ['class.example'] })
  const opener = async (headers: Record<string, string>) =>
    (await get('/', headers)).headers['cross-origin-opener-policy']
  expect(await opener({ host: 'class.example:8080' })).toBeUndefined()
  // Browsers send this header only over a secure connection.
  const behindTunnel = { host: 'class.example', 'sec-fetch-dest': 'document' }
  expect(await opener(behindTunnel)).toBe('same-origin')
  expect(await opener({ host: 'localhost:8080' })).toBe('same-origin')
})

test('apps that were built for another project may connect to it and have its manifest', async () => {
  const { get } = await serve({ projectUrl: 'https://abc.supabase.co/' })
  const policy = String((await get('/')).headers['content-security-policy'])
  expect(policy).toContain('https://abc.supabase.co wss://abc.supabase.co')
  expect(policy).toContain("manifest-src 'self' https://abc.supabase.co;")
})

test('apps that were built for a project on this machine may show its pictures', async () => {
  const { get } = await serve({ projectUrl: 'http://127.0.0.1:54321' })
  const policy = String((await get('/')).headers['content-security-policy'])
  expect(policy).toContain("img-src 'self' data: blob: https: http://127.0.0.1:54321;")
})

test('a missing build is reported', async () => {
  const { get, learner } = await serve()
  rmSync(learner, { recursive: true })
  const answer = await get('/')
  expect([answer.status, String(answer.body)]).toEqual([
    503,
    'This app is not built yet. Run npm run build, then reload.\n',
  ])
})
