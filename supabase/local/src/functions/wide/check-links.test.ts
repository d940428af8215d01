import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isPublicAddress } from '../../../../functions/check-links/addresses.ts'
import { checkLink, type LinkRequest } from '../../../../functions/check-links/check-link.ts'
import { pinnedNetwork } from '../../../../functions/check-links/pinned-request.ts'
import { videoAddress } from '../../../../functions/check-links/video-address.ts'
import { freePort } from '../../free-port'
import { localAnonKey, localServiceKey } from '../../gateway/local-keys'
import { type Backend, startBackend } from '../../main'
import { readJson } from '../../testing/auth-server'
import { expiredToken, forgedToken } from '../../testing/changed-token'
import { makeMigratedDataDir } from '../../testing/cluster'

describe('an address', () => {
  test.each([
    '93.184.215.14',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '192.169.0.1',
    '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
    '2a00:1450:4001::200e',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '198.19.0.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    'fe80::1%eth0',
    'fd00::1',
    'fec0::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '1.2.3',
    '1.2.3.256',
    'example.org',
    '',
    ':::',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

/** Returns a fake network: hosts with their IP addresses, and answers by address of the page. */
function networkOf(hosts: Record<string, string[]>, pages: Record<string, [number, string?]>) {
  const asked: string[] = []
  const network = {
    resolve: async (host: string) => hosts[host] ?? [],
    request: async ({ url, address, method }: LinkRequest) => {
      asked.push(`${method} ${url} at ${address}`)
      const [status = 0, location] = pages[`${method} ${url}`] ?? pages[url.href] ?? []
      if (status === 0) throw new Error('no answer')
      return { status, location: location ?? null }
    },
  }
  const ask = (target: string) =>
    checkLink(target, {
      network,
      userAgent: 'x',
      allowPrivate: false,
      signal: new AbortController().signal,
    })
  return { ask, asked }
}

const PUBLIC = { 'a.example': ['93.184.215.14'], 'b.example': ['93.184.215.15'] }

describe('a link', () => {
  test.each([
    [200, 'FINE'],
    [204, 'FINE'],
    [404, 'GONE'],
    [410, 'GONE'],
    [401, 'REFUSED'],
    [403, 'REFUSED'],
    [500, 'UNREACHED'],
    [429, 'UNREACHED'],
  ])('whose target answers %i is %s', async (status, state) => {
    const { ask } = networkOf(PUBLIC, { 'https://a.example/': [status] })
    expect(await ask('https://a.example/')).toBe(state)
  })

  test('is requested again with GET if a server does not support HEAD', async () => {
    const { ask, asked } = networkOf(PUBLIC, {
      'HEAD https://a.example/': [404],
      'GET https://a.example/': [200],
    })
    expect(await ask('https://a.example/')).toBe('FINE')
    expect(asked).toEqual([
      'HEAD https://a.example/ at 93.184.215.14',
      'GET https://a.example/ at 93.184.215.14',
    ])
  })

  test('is followed through three redirects, and no further', async () => {
    const pages: Record<string, [number, string?]> = {
      'https://a.example/0': [301, '/1'],
      'https://a.example/1': [302, 'https://b.example/2'],
      'https://b.example/2': [307, 'https://b.example/3'],
      'https://b.example/3': [200],
      'https://a.example/4': [308, '/0'],
    }
    const { ask } = networkOf(PUBLIC, pages)
    expect(await ask('https://a.example/0')).toBe('FINE')
    expect(await ask('https://a.example/4')).toBe('UNREACHED')
  })

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::ffff:127.0.0.1]/',
    'http://inside.example/',
    'http://half.example/',
    'http://a.example:22/',
    'https://me@a.example/',
    'http://a.example/to-metadata',
    'http://a.example/to-file',
    'ftp://a.example/',
    'NOBODY:x',
    'YOUTUBE:../../x',
  ])('to %s is not requested', async (target) => {
    const { ask, asked } = networkOf(
      {
        ...PUBLIC,
        'inside.example': ['10.0.0.7'],
        // A host is refused if one of its addresses is not public.
        'half.example': ['93.184.215.14', '192.168.0.1'],
      },
      {
        'http://a.example/to-metadata': [302, 'http://169.254.169.254/latest'],
        'http://a.example/to-file': [302, 'file:///etc/passwd'],
      },
    )
    expect(await ask(target)).toBe('UNASKED')
    expect(asked.filter((one) => !one.includes('http://a.example/to-'))).toEqual([])
  })

  test('without a resolvable name counts as unreached', async () => {
    expect(await networkOf({}, {}).ask('https://nowhere.example/')).toBe('UNREACHED')
  })
})

test('to a video is checked at its provider', async () => {
  expect(videoAddress('YOUTUBE:aqz-KE-bpKQ')).toBe(
    'https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Daqz-KE-bpKQ',
  )
  expect(videoAddress('VIMEO:76979871/8272103f6e')).toContain('vimeo.com%2F76979871%2F8272103f6e')
  const question = videoAddress('LOOM:0281766fa2d04bb788eaf19e65135184') ?? ''
  for (const [status, state] of [
    [401, 'REFUSED'],
    [400, 'GONE'],
    [404, 'GONE'],
    [200, 'FINE'],
  ] as const) {
    const { ask } = networkOf({ 'www.loom.com': ['93.184.215.14'] }, { [question]: [status] })
    expect(await ask('LOOM:0281766fa2d04bb788eaf19e65135184')).toBe(state)
  }
})

describe('the function', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookies-test-'))
  const course = 'c0000000-0000-4000-8000-000000000001'
  let backend: Backend
  let port: number
  const requests: IncomingMessage[] = []
  const site = createServer((req, res) => {
    requests.push(req)
    const status = Number(req.url?.slice(1)) || 200
    res.writeHead(status, { 'set-cookie': 'a=b' }).end('a page')
  })

  beforeAll(async () => {
    port = await freePort()
    await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve))
    backend = await startBackend({
      dataDir: await makeMigratedDataDir(folder),
      port: await freePort(),
      asksPrivateLinks: true,
    })
    const db = new pg.Client(backend.databaseUrl('postgres'))
    await db.connect()
    // Only one lesson of the demo course is left; it links to the test server.
    await db.query(
      `update public.lessons set deleted_at = now() where module_id in (select id from public.modules where course_id = $1)`,
      [course],
    )
    const at = `http://localhost:${port}`
    await db.query(
      `insert into public.lessons (id, module_id, title, index, content_type, content)
       select $2, m.id, 'Where to go', 900, 'TEXT', $3 from public.modules m where m.course_id = $1 limit 1`,
      [
        course,
        randomUUID(),
        `[a](${at}/200) [b](${at}/404) [c](${at}/403) [again](${at}/404) [d](http://localhost:1/)`,
      ],
    )
    await db.end()
  })

  afterAll(async () => {
    await backend.stop()
    site.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function tokenOf(name: string): Promise<string> {
    const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: localAnonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${name}@rookies.test`, password: 'rookies-demo' }),
    })
    return String((await readJson(answer)).access_token)
  }

  async function check(token: string, body: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${backend.url}/functions/v1/check-links`, {
      method: 'POST',
      headers: {
        apikey: localAnonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    return { status: answer.status, ...(await readJson(answer)) }
  }

  test('checks the links of the course once an hour, and no address from the caller', async () => {
    const admin = await tokenOf('admin')
    const { status, links } = await check(admin, {
      course_id: course,
      links: [{ target: `http://localhost:${port}/410` }],
    })
    expect(status).toBe(200)
    const states = (all: unknown) =>
      Object.fromEntries(
        (all as { target: string; state: string }[]).map(({ target, state }) => [
          target.replace(`http://localhost:${port}`, ''),
          state,
        ]),
      )
    const expected = {
      '/200': 'FINE',
      '/404': 'GONE',
      '/403': 'REFUSED',
      'http://localhost:1/': 'UNREACHED',
    }
    expect(states(links)).toEqual(expected)
    // A successful HEAD needs no GET.
    expect(requests.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      'GET /403',
      'GET /404',
      'HEAD /200',
      'HEAD /403',
      'HEAD /404',
    ])
    for (const { headers } of requests) {
      expect(headers['user-agent']).toMatch(/^RookiesLinkCheck\/1\.0 \(\+http/)
      expect(headers.host).toBe(`localhost:${port}`)
      expect([headers.cookie, headers.authorization, headers.apikey]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    }
    requests.length = 0
    expect(states((await check(admin, { course_id: course })).links)).toEqual(expected)
    expect(requests).toEqual([])
  })

  test('refuses people who may not edit the course, and invalid ids', async () => {
    for (const name of ['member', 'moderator']) {
      expect(await check(await tokenOf(name), { course_id: course })).toMatchObject({
        status: 403,
        code: '42501',
      })
    }
    expect(await check(localAnonKey, { course_id: course })).toMatchObject({ status: 403 })
    const admin = await tokenOf('admin')
    expect(await check(admin, { course_id: 'x' })).toMatchObject({ status: 400 })
    expect(await check(admin, { course_id: randomUUID() })).toMatchObject({ status: 403 })
    expect(requests).toEqual([])
  })

  test('distinguishes an ended token, which the app renews, from a missing right', async () => {
    const token = await tokenOf('admin')
    for (const over of [await expiredToken(token), await forgedToken(token)]) {
      expect(await check(over, { course_id: course })).toMatchObject({ status: 401 })
    }
    await fetch(`${backend.url}/auth/v1/logout?scope=local`, {
      method: 'POST',
      headers: { apikey: localAnonKey, authorization: `Bearer ${token}` },
    })
    expect(await check(token, { course_id: course })).toMatchObject({ status: 401, code: 'PT401' })
    expect(requests).toEqual([])
  })

  test('connects to the resolved address, whatever the name resolves to later', async () => {
    requests.length = 0
    const { status } = await pinnedNetwork.request({
      url: new URL(`http://nowhere.invalid:${port}/404`),
      address: '127.0.0.1',
      method: 'GET',
      userAgent: 'x',
      signal: AbortSignal.timeout(5000),
    })
    expect(status).toBe(404)
    expect(requests.map(({ headers }) => headers.host)).toEqual([`nowhere.invalid:${port}`])
  })

  test('does not send requests to its own network when deployed', async () => {
    const db = new pg.Client(backend.databaseUrl('postgres'))
    await db.connect()
    await db.query('delete from private.link_states')
    await db.end()
    const settings: Record<string, string> = {
      SUPABASE_URL: backend.url,
      SUPABASE_ANON_KEY: localAnonKey,
      SUPABASE_SERVICE_ROLE_KEY: localServiceKey,
      SITE_URL: 'https://rookies.example',
    }
    let serve: (request: Request) => Promise<Response> = () => Promise.reject(new Error('no'))
    vi.stubGlobal('Deno', {
      env: { get: (name: string) => settings[name] },
      serve: (handler: typeof serve) => {
        serve = handler
      },
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    await import('../../../../functions/check-links/index.ts')
    requests.length = 0
    const answer = await serve(
      new Request('http://localhost/check-links', {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokenOf('admin')}` },
        body: JSON.stringify({ course_id: course, allowPrivate: true }),
      }),
    )
    expect(answer.status).toBe(200)
    const { links } = await readJson(answer)
    expect(links).toEqual(Array(4).fill(expect.objectContaining({ state: 'UNASKED' })))
    expect(requests).toEqual([])
  })
})
