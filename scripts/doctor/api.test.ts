import { createServer, type RequestListener, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../supabase/local/src/config'
import { freePort } from '../../supabase/local/src/free-port'
import { browserKey, examineApi } from './api'
import { type Finding, isRed } from './finding'

const { auth } = readConfig(fileURLToPath(new URL('../../supabase/config.toml', import.meta.url)))
const FUNCTIONS = ['send-invite', 'tick']

/** Status and body of the hosted project's answers, by the beginning of the path. */
type Answers = Record<string, [status: number, body: unknown]>

const HEALTHY: Answers = {
  '/auth/v1/settings': [
    200,
    {
      disable_signup: false,
      mailer_autoconfirm: false,
      external: { email: true, anonymous_users: false, phone: false },
    },
  ],
  '/rest/v1/rpc/boot': [200, { account: null }],
  '/rest/v1/due_work': [406, { code: 'PGRST106', message: 'Invalid schema: private' }],
  '/functions/v1/': [405, { code: 'METHOD_NOT_ALLOWED' }],
}
const ALL_UNKNOWN: Answers = { '/': [401, { message: 'Invalid API key' }] }

let server: Server | undefined
afterEach(() => server?.close())

async function serve(listener: RequestListener): Promise<string> {
  const made = createServer(listener)
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  const address = made.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

async function examined(answers: Answers): Promise<Finding[]> {
  const url = await serve((request, response) => {
    const found = Object.entries(answers).find(([path]) => request.url?.startsWith(path))
    // Functions such as the calendar answer GET.
    const isRead = request.method === 'GET' && request.url?.startsWith('/functions/v1/')
    const [status, body] = (!isRead && found?.[1]) || [404, { message: 'no Route matched' }]
    response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  return examineApi({ url, key: 'sb_publishable_x' }, auth, FUNCTIONS)
}

const red = (findings: Finding[]) =>
  findings
    .filter(({ state }) => state !== 'ok')
    .map(({ state, about, text }) => `${state} ${about}: ${text.replace(/127.0.0.1:\d+/g, 'host')}`)

test('every check of a healthy project is ok', async () => {
  expect(await examined(HEALTHY)).toEqual([
    { state: 'ok', about: 'auth, as anybody sees it', text: '5 as expected' },
    { state: 'ok', about: 'API', text: 'opens the apps' },
    { state: 'ok', about: 'schemas of the API', text: 'private is closed' },
    { state: 'ok', about: 'functions', text: '2 answer' },
  ])
})

test.each<[string, Answers, string[]]>([
  [
    'sign-ups that need no proof',
    {
      '/auth/v1/settings': [
        200,
        {
          disable_signup: false,
          mailer_autoconfirm: true,
          external: { email: true, anonymous_users: false, phone: false },
        },
      ],
    },
    ['differs auth, as anybody sees it: mailer_autoconfirm is true, expected false'],
  ],
  [
    'an API that does not show public',
    { '/rest/v1/rpc/boot': [406, { message: 'The schema must be one of the following' }] },
    [
      'failed API: http://host/rest/v1/rpc/boot answered 406: The schema must be one of the following',
    ],
  ],
  [
    'an API that shows private',
    { '/rest/v1/due_work': [401, { code: '42501', message: 'permission denied' }] },
    [
      'differs schemas of the API: The schema private is among them. Remove it: Data API, Settings, Exposed schemas.',
    ],
  ],
  [
    'an API that is overwhelmed',
    { '/rest/v1/due_work': [503, { message: 'No database connection' }] },
    [
      'failed schemas of the API: http://host/rest/v1/due_work?limit=0 answered 503: No database connection',
    ],
  ],
  [
    'a function that is not there',
    { '/functions/v1/tick': [404, { code: 'NOT_FOUND' }] },
    ['differs functions: tick is not there. Run: npm run deploy'],
  ],
  [
    'a function behind the check of tokens',
    { '/functions/v1/tick': [401, { code: 'UNAUTHORIZED_NO_AUTH_HEADER' }] },
    ['differs functions: tick refuses callers before it runs (verify_jwt). Run: npm run deploy'],
  ],
  [
    'a function that breaks',
    { '/functions/v1/tick': [503, { code: 'BOOT_ERROR' }] },
    ['failed functions: tick answered 503. Check its log.'],
  ],
])('%s is reported', async (_, broken, sentences) => {
  expect(red(await examined({ ...broken, ...without(HEALTHY, broken) }))).toEqual(sentences)
})

const without = (all: Answers, some: Answers) =>
  Object.fromEntries(Object.entries(all).filter(([path]) => !(path in some)))

describe('a check that cannot run is reported as a failure:', () => {
  test.each<[string, Answers, string]>([
    ['a wrong key', ALL_UNKNOWN, 'host does not know VITE_SUPABASE_KEY'],
    ['another site', { '/': [200, '<html></html>'] }, 'host is no Supabase project: set '],
    ['a site that leads elsewhere', { '/': [302, null] }, 'host is no Supabase project: set '],
    ['nothing below that address', {}, 'host is no Supabase project: set '],
    ['a project that is paused', { '/': [540, { message: 'Paused' }] }, 'answered 540: Paused'],
  ])('%s', async (_, answers, sentence) => {
    const findings = await examined(answers)
    expect(findings.filter(({ state }) => state === 'ok')).toEqual([])
    expect(isRed(findings)).toBe(true)
    expect(red(findings).join('\n')).toContain(sentence)
  })

  test.each([
    [
      'a port where nothing listens',
      async () => `http://127.0.0.1:${await freePort()}`,
      'does not answer (ECONNREFUSED).',
    ],
    ['an unknown host', async () => 'https://project.invalid', 'project.invalid does not answer ('],
    [
      'something other than a site',
      async () => 'abc.supabase.co',
      'abc.supabase.co/auth/v1/settings is not an address.',
    ],
  ])('the address of %s', async (_, url, sentence) => {
    const findings = await examineApi({ url: await url(), key: 'x' }, auth, FUNCTIONS)
    expect(findings.map(({ state }) => state)).toEqual(['failed'])
    expect(findings[0]?.text).toContain(sentence)
  })
})

test('a secret key in place of the public key is reported', () => {
  const jwt = (role: string) =>
    `eyJ.${Buffer.from(JSON.stringify({ role })).toString('base64url')}.signature`
  expect(browserKey('sb_publishable_x')).toEqual([])
  expect(browserKey(jwt('anon'))).toEqual([])
  for (const key of ['sb_secret_x', jwt('service_role')]) {
    expect(red(browserKey(key))).toEqual([
      'differs key: VITE_SUPABASE_KEY is a secret key. It is built into the apps, where everyone can read it. Revoke it, and build with the publishable key.',
    ])
  }
})
