import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../free-port'
import { rawRequest } from '../testing/raw-request'
import { tokenFor } from '../testing/realtime-server'
import type { Apps } from './apps'
import { bodyLimitOf } from './body-limits'
import { createDatabaseSlots } from './database-slots'
import { createGateway } from './gateway'
import type { NodeEnv } from './http'
import { type Listener, listen } from './listen'
import {
  localAnonKey,
  localJwtSecret,
  localPublishableKey,
  localSecretKey,
  localServiceKey,
} from './local-keys'
import { createRequestSlots } from './request-slots'
import { createRestProxy, type RestProxy } from './rest-proxy'

type Seen = { url?: string; headers: IncomingMessage['headers']; bytes: number }

let port: number
let upstream: Server
let upstreamPort: number
let listener: Listener
let rest: RestProxy
/** The requests that reached PostgREST, and those that reached Auth. */
let atRest: Seen[] = []
let atAuth: Seen[] = []
let longText = 'x'
/** Requests for /held that wait for their answer. */
let held: (() => void)[] = []

beforeAll(async () => {
  upstream = createServer(async (req, res) => {
    let bytes = 0
    try {
      for await (const chunk of req) bytes += chunk.length
    } catch {
      // The gateway stopped reading the body, because it is too large.
      return
    }
    atRest.push({ url: req.url, headers: req.headers, bytes })
    if (req.url?.startsWith('/held')) await new Promise<void>((resolve) => held.push(resolve))
    const body = JSON.stringify({ text: longText })
    res.setHeader('access-control-allow-origin', 'https://example.org')
    // PostgREST sends its answer's length from 13 on, and Vary from 16 on.
    if (req.url === '/newer')
      res.setHeader('content-length', body.length).setHeader('vary', 'Accept')
    res.writeHead(200, { 'content-type': 'application/json', 'content-range': '0-0/*' })
    res.end(body)
  })
  upstreamPort = await freePort()
  await new Promise<void>((resolve) => upstream.listen(upstreamPort, '127.0.0.1', resolve))
  rest = createRestProxy({ restPort: () => upstreamPort })
  const apps: Apps = {
    handle: (c, path) => c.text(`app ${path}`),
    close: async () => {},
  }
  port = await freePort()
  listener = await listen(port)
  const none = new Hono<NodeEnv>()
  listener.serve(
    createGateway({
      auth: new Hono<NodeEnv>()
        .get('/breaks', () => {
          throw new Error('broken')
        })
        .all('*', (c) => {
          const url = c.env.incoming.url?.slice('/auth/v1'.length)
          atAuth.push({ url, headers: c.req.header(), bytes: 0 })
          return c.json({})
        }),
      rest,
      ...{ storage: none, functions: none, ci: none },
      mailbox: new Hono<NodeEnv>()
        .get('/_mail.json', (c) => c.text(`mail ${c.env.incoming.url}`))
        .get('/_mail/*', (c) => c.text(`mail ${c.env.incoming.url}`)),
      apps,
      slots: createRequestSlots(createDatabaseSlots({ jwtSecret: localJwtSecret })),
      log: () => {},
    }),
  )
})
afterAll(async () => {
  await listener.close()
  rest.close()
  upstream.closeAllConnections()
  await new Promise((resolve) => upstream.close(resolve))
})
beforeEach(() => {
  atRest = []
  atAuth = []
  longText = 'x'
  held = []
})

const withKey = { apikey: localAnonKey }
const code = (body: Buffer) => JSON.parse(String(body)).code

test.each([
  ['example.org', 403],
  ['localhost.example.org', 403],
  ['127.0.0.1.nip.io:4300', 403],
  ['localhost:4300@evil', 403],
  ['0.0.0.0:4300', 403],
  ['LOCALHOST', 200],
  ['127.0.0.1:4300', 200],
  ['[::1]:4300', 200],
])('a request for the host %s is answered with %i', async (host, status) => {
  for (const path of ['/', '/rest/v1/things', '/_mail', '/health']) {
    const answer = await rawRequest(port, path, { headers: { ...withKey, host } })
    expect([path, answer.status]).toEqual([path, status])
  }
  expect(atRest).toHaveLength(status === 200 ? 1 : 0)
})

test('it listens on both loopback addresses only', async () => {
  const answer = await rawRequest(port, '/health', { address: '::1' })
  expect(answer.status).toBe(200)
  expect(JSON.parse(String(answer.body))).toEqual({ status: 'ok', pid: process.pid })
})

test('pages of other origins cannot use the local keys through a browser', async () => {
  const origin = 'https://example.org'
  for (const headers of [{ origin }, { origin: 'null' }]) {
    const answer = await rawRequest(port, '/rest/v1/things', {
      headers: { ...withKey, ...headers },
    })
    expect([answer.status, code(answer.body)]).toEqual([403, 'not_loopback'])
  }
  expect(atRest).toEqual([])
  const headers = { ...withKey, origin: 'http://localhost:5173' }
  const local = await rawRequest(port, '/rest/v1/things', { headers })
  expect(local.status).toBe(200)
  expect(local.headers['access-control-allow-origin']).toBe('*')
  expect(local.headers['access-control-expose-headers']).toContain('Content-Range')
})

test('a preflight is answered without a key', async () => {
  const answer = await rawRequest(port, '/rest/v1/things', {
    method: 'OPTIONS',
    headers: {
      origin: 'http://127.0.0.1:5173',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'apikey,prefer',
    },
  })
  expect(answer.status).toBe(204)
  expect(answer.headers['access-control-allow-methods']).toContain('PATCH')
  expect(answer.headers['access-control-allow-headers']).toBe('apikey,prefer')
  expect(atRest).toEqual([])
})

test('the API requires a key, except for links in mails', async () => {
  const wrong: Record<string, string>[] = [{}, { apikey: 'wrong' }, { apikey: '' }]
  for (const headers of wrong) {
    for (const path of ['/rest/v1/things', '/auth/v1/user', '/auth/v1/verify']) {
      const method = path.endsWith('verify') ? 'POST' : 'GET'
      const answer = await rawRequest(port, path, { method, headers })
      expect([path, answer.status, code(answer.body)]).toEqual([path, 401, 'invalid_api_key'])
    }
  }
  expect((await rawRequest(port, '/auth/v1/verify?token=abc')).status).toBe(200)
  expect(atAuth.map(({ url }) => url)).toEqual(['/verify?token=abc'])
})

test('a key is removed from the address, and replaces a token as in the CLI’s gateway', async () => {
  const headers = (apikey: string, token?: string) => ({
    headers: { apikey, ...(token && { authorization: `Bearer ${token}` }) },
  })
  await rawRequest(port, `/rest/v1/things?a=eq.1&apikey=${localSecretKey}&b=eq.2`)
  await rawRequest(port, '/rest/v1/things', headers(localPublishableKey))
  // The official client sends its key twice.
  await rawRequest(port, '/rest/v1/things', headers(localSecretKey, localSecretKey))
  await rawRequest(port, '/rest/v1/things', headers(localPublishableKey, localSecretKey))
  await rawRequest(port, '/rest/v1/things', headers(localSecretKey, 'of.my.own'))
  // An older key alone is no bearer token, so that the request is a visitor's.
  await rawRequest(port, '/rest/v1/things', headers(localServiceKey))
  expect(atRest.map(({ url, headers: { authorization } }) => [url, authorization])).toEqual([
    ['/things?a=eq.1&b=eq.2', `Bearer ${localServiceKey}`],
    ['/things', `Bearer ${localAnonKey}`],
    ['/things', `Bearer ${localServiceKey}`],
    ['/things', `Bearer ${localAnonKey}`],
    ['/things', 'Bearer of.my.own'],
    ['/things', localServiceKey],
  ])
})

test('pages of other origins cannot use the newer keys either', async () => {
  const headers = { apikey: localPublishableKey, origin: 'https://example.org' }
  const answer = await rawRequest(port, '/rest/v1/things', { headers })
  expect([answer.status, code(answer.body)]).toEqual([403, 'not_loopback'])
  const wrong = { apikey: `${localPublishableKey}x` }
  expect((await rawRequest(port, '/rest/v1/things', { headers: wrong })).status).toBe(401)
})

test('the gateway sets the caller’s address', async () => {
  const lies = {
    'x-forwarded-for': '203.0.113.7',
    'x-real-ip': '203.0.113.7',
    forwarded: 'for=203.0.113.7',
  }
  for (const path of ['/rest/v1/things', '/auth/v1/user']) {
    await rawRequest(port, path, { headers: { ...withKey, ...lies, cookie: 'a=b' } })
  }
  for (const { headers } of [...atRest, ...atAuth]) {
    expect(headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(JSON.stringify(headers)).not.toContain('203.0.113.7')
  }
  expect(atRest[0]?.headers).not.toHaveProperty('cookie')
  expect(atRest[0]?.headers).not.toHaveProperty('origin')
})

test.each([
  ['count=planned', undefined],
  ['count=estimated', undefined],
  ['return=minimal, count=planned', 'return=minimal'],
  ['\u00a0Count = "planned" ,return=minimal', 'return=minimal'],
  ['count=exact', 'count=exact'],
  ['return=representation, count=exact', 'return=representation, count=exact'],
])(
  'the preference %s reaches the database as %s, without the size of a hidden table',
  async (prefer, passed) => {
    await rawRequest(port, '/rest/v1/things', { headers: { ...withKey, prefer } })
    expect(atRest.map(({ headers }) => headers.prefer)).toEqual([passed])
  },
)

test('each path is answered by one service or app', async () => {
  const owners: [path: string, answer: string | number][] = [
    ['/', 'app /'],
    ['/app/dashboard?x=1', 'app /app/dashboard'],
    ['/caf%C3%A9', 'app /café'],
    ['/restaurant', 'app /restaurant'],
    ['/_mail', 'mail /_mail'],
    ['/_mail.json?to=a@b.c', 'mail /_mail.json?to=a@b.c'],
    ['/_mail/abc/body', 'mail /_mail/abc/body'],
    ['/_mailbox', 'app /_mailbox'],
    ['/realtime/v1/websocket', 404],
    ['/storage/v1/object', 404],
    ['/%E0%A4%A', 400],
  ]
  for (const [path, expected] of owners) {
    const { status, body } = await rawRequest(port, path, { headers: withKey })
    expect([path, status === 200 ? String(body) : status]).toEqual([path, expected])
  }
})

test('a path with .. reaches the API unchanged, and no file', async () => {
  await rawRequest(port, '/rest/v1/../../etc/passwd', { headers: withKey })
  expect(atRest[0]?.url).toBe('/../../etc/passwd')
})

test('JSON is compressed from 1 kB on, if the caller accepts it', async () => {
  const get = (encoding: string, path = 'things') =>
    rawRequest(port, `/rest/v1/${path}`, { headers: { ...withKey, 'accept-encoding': encoding } })
  expect((await get('gzip, br')).headers['content-encoding']).toBeUndefined()

  longText = 'word '.repeat(5_000)
  const brotli = await get('gzip, br')
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotli.body.length).toBeLessThan(500)
  const zipped = await get('gzip, br;q=0', 'newer')
  expect(zipped.headers).toMatchObject({ vary: 'Accept, accept-encoding' })
  expect(zipped.headers['content-length']).toBeUndefined()
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(String(gunzipSync(zipped.body)))).toEqual({ text: longText })
  const plain = await get('identity')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(JSON.parse(String(plain.body))).toEqual({ text: longText })
})

test('HEAD returns the headers of GET without a body', async () => {
  const options = { method: 'HEAD', headers: { ...withKey, 'accept-encoding': 'br' } }
  const answer = await rawRequest(port, '/rest/v1/things', options)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-range']).toBe('0-0/*')
  expect(answer.body.length).toBe(0)
  expect((await rawRequest(port, '/health', { method: 'HEAD' })).body.length).toBe(0)
})

test.each(['/rest/v1/things', '/rest/v1/rpc/save_lesson', '/auth/v1/signup'])(
  'a body for %s has a limit, with or without its length',
  async (path) => {
    const limit = bodyLimitOf(path)
    const post = (size: number, headers: Record<string, string>) =>
      rawRequest(port, path, {
        method: 'POST',
        headers: { ...withKey, ...headers },
        body: Buffer.alloc(size, ' '),
      })
    expect((await post(limit, { 'content-length': String(limit) })).status).toBe(200)
    expect([...atRest, ...atAuth]).toHaveLength(1)
    const tooMuch: Record<string, string>[] = [
      { 'content-length': String(limit + 1) },
      { 'transfer-encoding': 'chunked' },
    ]
    for (const headers of tooMuch) {
      const answer = await post(limit + 1, headers)
      expect([answer.status, JSON.parse(String(answer.body))]).toEqual([
        413,
        {
          code: 'request_too_large',
          message: `This request is too large. It may have ${limit / 1_000_000} MB at most.`,
        },
      ])
    }
    expect([...atRest, ...atAuth]).toHaveLength(1)
  },
)

describe('slots at the database', () => {
  const ask = async (name: string, token: Promise<string> | string, signal?: AbortSignal) => {
    const answer = await fetch(`http://127.0.0.1:${port}/rest/v1/held?${name}`, {
      headers: { ...withKey, authorization: `Bearer ${await token}` },
      signal,
    })
    return answer.status
  }
  const arrived = () => atRest.map(({ url }) => url?.slice('/held?'.length)).sort()
  const answerAll = () => {
    for (const answer of held.splice(0)) answer()
  }

  test('one person has two; others, visitors and the secret key do not wait for them', async () => {
    const ada = randomUUID()
    const all = [
      ...['a1', 'a2', 'a3'].map((name) => ask(name, tokenFor(ada))),
      ask('b', tokenFor(randomUUID())),
      ask('forged', tokenFor(ada, { secret: 'x'.repeat(32) })),
      ...['k1', 'k2', 'k3'].map((name) => ask(name, localServiceKey)),
    ]
    // The network decides which two of the three requests arrive first.
    const adas = () => arrived().filter((name) => name?.startsWith('a'))
    const others = () => arrived().filter((name) => !name?.startsWith('a'))
    await expect.poll(others).toEqual(['b', 'forged', 'k1', 'k2', 'k3'])
    await expect.poll(adas).toHaveLength(2)
    const visitor = ask('visitor', localAnonKey)
    await expect.poll(arrived).toContain('visitor')
    expect(adas()).toHaveLength(2)
    answerAll()
    await expect.poll(adas).toEqual(['a1', 'a2', 'a3'])
    answerAll()
    expect(await Promise.all([...all, visitor])).toEqual(Array(9).fill(200))
  })

  test('the slot of a caller who disconnects stays taken while the database works; a caller who leaves the queue gets no slot', async () => {
    const token = await tokenFor(randomUUID())
    const leaving = new AbortController()
    const gone = ['1', '2', '3'].map((name) => ask(name, token, leaving.signal))
    await expect.poll(arrived).toHaveLength(2)
    leaving.abort()
    await Promise.allSettled(gone)
    const patient = ask('4', token)
    // A later request of another person has arrived, so that this one would have arrived too.
    const other = ask('other', tokenFor(randomUUID()))
    await expect.poll(arrived).toContain('other')
    expect(arrived()).not.toContain('4')
    answerAll()
    await expect.poll(arrived).toContain('4')
    answerAll()
    expect(await Promise.all([patient, other])).toEqual([200, 200])
    expect(arrived()).toHaveLength(4)
  })
})

test('without its database the API reports that in JSON', async () => {
  const right = upstreamPort
  upstreamPort = await freePort()
  const answer = await rawRequest(port, '/rest/v1/things', { headers: withKey })
  upstreamPort = right
  expect(answer.status).toBe(503)
  expect(JSON.parse(String(answer.body))).toMatchObject({
    code: 'PGRST000',
    message: 'The database is not available. Try again shortly.',
  })
})

test('an internal error is a 500 without its cause', async () => {
  const answer = await rawRequest(port, '/auth/v1/breaks', { headers: withKey })
  expect([answer.status, code(answer.body)]).toEqual([500, 'unexpected_failure'])
  expect(String(answer.body)).not.toContain('broken')
})

test('WebSockets are refused if no service takes them', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `GET /realtime/v1/websocket HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  )
  let text = ''
  for await (const chunk of socket) text += chunk
  expect(text).toMatch(/^HTTP\/1\.1 404 /)
})
