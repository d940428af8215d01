import { afterEach, expect, test, vi } from 'vitest'
import {
  answerAddress,
  isAddress,
  unsubscribe,
} from '../../../functions/unsubscribe/unsubscribe.ts'

// These tests check the requests and answers of the function; supabase/tests/attacks/wide/secret-addresses.test.ts checks
// them against the product (rules/cohorts#messages).
afterEach(() => vi.unstubAllGlobals())

const SECRET = 'f00d'.repeat(16)
const ADDRESS = `http://project.test/functions/v1/unsubscribe/${SECRET}`
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const ONE_CLICK = 'List-Unsubscribe=One-Click'

const options = {
  restUrl: 'http://project.test/rest/v1',
  serviceKey: 'service',
  siteUrl: 'https://rookies.example/',
  log: () => {},
}

/** Fakes the answer of the API. */
function project(
  answer: () => Response = () => Response.json({ mail: 'cohort_mails', wanted: false }),
) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push([url.split('/').at(-1), JSON.parse(String(init.body))])
    return answer()
  })
  return asked
}

const open = (init: RequestInit, url = ADDRESS) => answerAddress(new Request(url, init), options)

test('opening the address changes nothing and leads to the page, with the secret in the fragment', async () => {
  const asked = project()
  for (const method of ['GET', 'HEAD']) {
    const answer = await open({ method })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`https://rookies.example/unsubscribe#${SECRET}`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  }
  for (const wrong of ['x', `${SECRET}0`, '%0d%0aset-cookie:a=b', '//evil.example', '..%2f']) {
    const answer = await open({ method: 'GET' }, ADDRESS.replace(SECRET, wrong))
    expect(answer.headers.get('location')).toBe('https://rookies.example/unsubscribe')
  }
  expect(asked).toEqual([])
})

test('one click ends the mails, in both forms in which mailboxes send it', async () => {
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  for (const init of [{ body: ONE_CLICK, headers: FORM }, { body: form }]) {
    const asked = project()
    const answer = await open({ method: 'POST', ...init })
    expect([answer.status, await answer.text()]).toEqual([200, 'You have been unsubscribed.\n'])
    expect(asked).toEqual([['unsubscribe', { token: SECRET, really: true }]])
  }
})

test.each([
  ['an empty body', '', FORM, 400],
  ['another word', 'List-Unsubscribe=Maybe', FORM, 400],
  [
    'another type',
    JSON.stringify({ 'List-Unsubscribe': 'One-Click' }),
    { 'content-type': 'application/json' },
    400,
  ],
  ['no type', new TextEncoder().encode(ONE_CLICK), {}, 400],
  ['a broken form', 'x', { 'content-type': 'multipart/form-data; boundary=y' }, 400],
  ['a body of 20 kB', `${ONE_CLICK}&x=${'x'.repeat(20_000)}`, FORM, 413],
])('%s ends nothing', async (_, body, headers, status) => {
  const asked = project()
  expect((await open({ method: 'POST', body, headers })).status).toBe(status)
  expect(asked).toEqual([])
})

test('other methods and unknown addresses do not end mails', async () => {
  const asked = project(() => Response.json(null))
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await open({ method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  }
  const click = { method: 'POST', body: ONE_CLICK, headers: FORM }
  const [unknown, malformed] = [await open(click), await open(click, ADDRESS.replace(SECRET, 'x'))]
  expect([unknown.status, await unknown.text()]).toEqual([malformed.status, await malformed.text()])
  expect(unknown.status).toBe(404)
  expect(asked).toHaveLength(1)
})

test('the page asks first, and ends the mails only when it confirms', async () => {
  const asked = project(() => Response.json({ mail: 'cohort_mails', wanted: true }))
  const known = { status: 200, body: { mail: 'cohort_mails', wanted: true } }
  expect(await unsubscribe({ token: SECRET }, options)).toEqual(known)
  expect(await unsubscribe({ token: SECRET, really: true }, options)).toEqual(known)
  expect(asked).toEqual([
    ['unsubscribe', { token: SECRET, really: false }],
    ['unsubscribe', { token: SECRET, really: true }],
  ])
  for (const body of [null, {}, { token: 1 }, { token: SECRET, really: 'true' }]) {
    expect((await unsubscribe(body, options)).status).toBe(400)
  }
  expect((await unsubscribe({ token: 'x' }, options)).body.code).toBe('UNKNOWN_ADDRESS')
  project(() => new Response('<html>', { status: 503 }))
  expect(await unsubscribe({ token: SECRET }, options)).toMatchObject({ status: 502 })
})

test('a call of the page has no secret in its address', () => {
  expect(
    ['http://a.test/unsubscribe', 'http://a.test/functions/v1/unsubscribe'].some(isAddress),
  ).toBe(false)
  expect([ADDRESS, `http://a.test/unsubscribe/${SECRET}?a`].every(isAddress)).toBe(true)
})

test('the deployed function answers mailboxes and pages, with the project’s settings', async () => {
  let serve: (request: Request) => Promise<Response> = () => Promise.reject(new Error('no'))
  const settings: Record<string, string> = {
    SUPABASE_URL: 'http://project.test',
    SUPABASE_SERVICE_ROLE_KEY: 'service',
    SITE_URL: 'https://rookies.example',
  }
  vi.stubGlobal('Deno', {
    env: { get: (name: string) => settings[name] },
    serve: (handler: typeof serve) => {
      serve = handler
    },
  })
  await import('../../../functions/unsubscribe/index.ts')
  project()
  const url = 'http://localhost/unsubscribe'
  const preflight = await serve(new Request(url, { method: 'OPTIONS' }))
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  const body = JSON.stringify({ token: SECRET })
  const page = await serve(new Request(url, { method: 'POST', body }))
  expect(page.headers.get('access-control-allow-origin')).toBe('*')
  expect(await page.json()).toEqual({ mail: 'cohort_mails', wanted: false })
  const address = await serve(new Request(`${url}/${SECRET}`))
  expect(address.headers.get('location')).toBe(`https://rookies.example/unsubscribe#${SECRET}`)
})
