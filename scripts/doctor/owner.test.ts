import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../supabase/local/src/config'
import { ownersAuth } from './auth'
import { type Finding, isRed } from './finding'
import { askManagement, ownershipIn } from './management-api'
import { checkNamed, nameOneProject } from './one-project'
import { examineOwners } from './owner'

const config = readConfig(fileURLToPath(new URL('../../supabase/config.toml', import.meta.url)))
const site = 'https://learn.example.org'
const hosted = { ...config, auth: { ...config.auth, siteUrl: site, redirectUrls: [] } }

const HEALTHY_AUTH = {
  ...ownersAuth(config.auth),
  site_url: site,
  uri_allow_list: '',
  smtp_host: 'mail.example.org',
  rate_limit_email_sent: 1000,
  hook_send_email_enabled: true,
  hook_send_email_uri: 'https://abc.supabase.co/functions/v1/send-email',
}
const HEALTHY_SECRETS = [
  ...['SITE_URL', 'TICK_SECRET', 'MAIL_FROM', 'SMTP_URL', 'SEND_EMAIL_HOOK_SECRET'],
].map((name) => ({ name, value: 'd' }))
const HEALTHY: Record<string, unknown> = {
  'config/auth': HEALTHY_AUTH,
  postgrest: { db_schema: 'public, graphql_public', max_rows: 1000 },
  'config/storage': { fileSizeLimit: 52_428_800 },
  functions: ['send-invite', 'tick'].map((slug) => ({ slug, status: 'ACTIVE', verify_jwt: false })),
  secrets: HEALTHY_SECRETS,
}

afterEach(() => vi.unstubAllGlobals())

async function examined(answers: Record<string, unknown>, status = 200): Promise<Finding[]> {
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    expect(headers).toEqual({ authorization: 'Bearer token' })
    const path = url.replace('https://api.supabase.com/v1/projects/abc/', '')
    return Response.json(answers[path] ?? null, { status })
  })
  return examineOwners({ ref: 'abc', token: 'token' }, hosted, ['send-invite', 'tick'])
}

test('every check of a healthy project is ok', async () => {
  const findings = await examined(HEALTHY)
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(findings).toHaveLength(7)
})

test.each([
  [
    'config/auth',
    { ...HEALTHY_AUTH, jwt_exp: 86_400 },
    'auth, as its owner sees it: jwt_exp is 86400, expected 3600',
  ],
  [
    'config/auth',
    { ...HEALTHY_AUTH, site_url: 'http://localhost:3000' },
    'links in emails: they lead to "http://localhost:3000", expected https://learn.example.org',
  ],
  [
    'config/auth',
    { ...HEALTHY_AUTH, hook_send_email_enabled: false, smtp_host: null },
    'emails of Auth: They reach only the team. Run: npm run deploy',
  ],
  [
    'config/auth',
    { ...HEALTHY_AUTH, hook_send_email_uri: 'https://x.example/hook' },
    'emails of Auth: They leave by another server than all others, without the name of the school. Run: npm run deploy',
  ],
  [
    'config/auth',
    { ...HEALTHY_AUTH, rate_limit_email_sent: 2 },
    'emails of Auth: 2 may leave in an hour, expected 1000. Run: npm run deploy',
  ],
  [
    'config/auth',
    { ...HEALTHY_AUTH, rate_limit_email_sent: 2, smtp_host: null },
    'emails of Auth: 2 may leave in an hour, expected 1000. Give Auth a mail server: Authentication, Emails, SMTP.',
  ],
  [
    'postgrest',
    { db_schema: 'public,private', max_rows: 1000 },
    'settings of the API: The API shows the schema private. Run: npm run deploy',
  ],
  [
    'postgrest',
    { db_schema: '', max_rows: 1000 },
    'settings of the API: The API does not show the schema public. Run: npm run deploy',
  ],
  [
    'postgrest',
    { db_schema: 'public', max_rows: 100_000 },
    'settings of the API: It answers 100000 rows at most, expected 1000. Run: npm run deploy',
  ],
  [
    'config/storage',
    { fileSizeLimit: 5_000_000 },
    'limit of storage: It is 5000000 bytes, expected 52428800 or more. Run: npm run deploy',
  ],
  [
    'functions',
    [{ slug: 'send-invite', status: 'ACTIVE', verify_jwt: false }],
    'functions, as deployed: tick is not deployed. Run: npm run deploy',
  ],
  [
    'functions',
    ['send-invite', 'tick'].map((slug) => ({
      slug,
      status: 'ACTIVE',
      verify_jwt: slug === 'tick',
    })),
    'functions, as deployed: tick refuses callers before it runs (verify_jwt). Run: npm run deploy',
  ],
  [
    'secrets',
    HEALTHY_SECRETS.filter(({ name }) => name !== 'TICK_SECRET'),
    'secrets: TICK_SECRET is not set. Run: npm run deploy',
  ],
  [
    'secrets',
    HEALTHY_SECRETS.filter(({ name }) => name !== 'MAIL_FROM'),
    'secrets: A mailer is set up, but MAIL_FROM is not set. Run: npm run deploy',
  ],
  [
    'secrets',
    HEALTHY_SECRETS.filter(({ name }) => name !== 'SEND_EMAIL_HOOK_SECRET'),
    'secrets: SEND_EMAIL_HOOK_SECRET is not set. Run: npm run deploy',
  ],
  [
    'secrets',
    HEALTHY_SECRETS.filter(({ name }) => name !== 'SMTP_URL'),
    'secrets: Auth sends its mails by the hook, but no mailer is set up, so nobody can sign up. Run: npm run deploy',
  ],
])('a difference at %s is reported', async (path, answer, sentence) => {
  const findings = await examined({ ...HEALTHY, [path]: answer })
  expect(
    findings
      .filter(({ state }) => state === 'differs')
      .map(({ about, text }) => `${about}: ${text}`),
  ).toEqual([sentence])
})

test.each([
  [401, 'Supabase does not know SUPABASE_ACCESS_TOKEN. Make another one in your account.'],
  [403, 'SUPABASE_ACCESS_TOKEN may not read config/auth of the project abc (403).'],
  [404, 'SUPABASE_ACCESS_TOKEN may not read config/auth of the project abc (404).'],
  [429, 'api.supabase.com answered 429 for config/auth.'],
])('an answer %i of the management API fails every check', async (status, sentence) => {
  const findings = await examined({}, status)
  expect(findings.map(({ state }) => state)).toEqual(Array(5).fill('failed'))
  expect(findings[0]?.text).toBe(sentence)
  expect(isRed(findings)).toBe(true)
})

test('a project that the token may not read is reported as such', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 404 }))
  await expect(askManagement({ ref: 'abc', token: 'token' }, '')).rejects.toThrow(
    'Supabase shows no project abc to the account of SUPABASE_ACCESS_TOKEN.',
  )
})

test('a request goes to another management API if the environment names one', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json([])
  })
  const env = { SUPABASE_ACCESS_TOKEN: 'token', SUPABASE_PROJECT_REF: 'abc' }
  const owner = ownershipIn({ ...env, SUPABASE_API_URL: 'http://127.0.0.1:9' })
  if (owner) await askManagement(owner, '/secrets')
  expect(asked).toEqual(['http://127.0.0.1:9/v1/projects/abc/secrets'])
  expect(ownershipIn({ SUPABASE_PROJECT_REF: 'abc' })).toBeUndefined()
})

test('settings that name several projects, or a hosted project without its database, are refused', () => {
  const direct = 'postgresql://postgres:x@db.abc.supabase.co:5432/postgres'
  const pooled = 'postgresql://postgres.abc:x@aws-0-eu-central-1.pooler.supabase.com:5432/postgres'
  const address = 'https://abc.supabase.co'
  for (const DATABASE_URL of [direct, pooled]) {
    const one = { DATABASE_URL, VITE_SUPABASE_URL: address, SUPABASE_PROJECT_REF: 'abc' }
    expect(nameOneProject(one)).toEqual([])
    expect(nameOneProject({ ...one, VITE_SUPABASE_URL: 'https://db.example.org' })).toEqual([])
    expect(nameOneProject({ ...one, VITE_SUPABASE_URL: 'https://xyz.supabase.co' })).toEqual([
      {
        state: 'differs',
        about: 'project',
        text: 'The settings name several: DATABASE_URL names abc, VITE_SUPABASE_URL names xyz, SUPABASE_PROJECT_REF names abc. Set them to one.',
      },
    ])
    expect(() => checkNamed(one)).not.toThrow()
  }
  expect(() => checkNamed({})).not.toThrow()
  expect(() => checkNamed({ VITE_SUPABASE_URL: 'http://localhost:4300' })).not.toThrow()
  expect(() => checkNamed({ VITE_SUPABASE_URL: address, SUPABASE_PROJECT_REF: 'abc' })).toThrow(
    'VITE_SUPABASE_URL and SUPABASE_PROJECT_REF name a hosted project. Set DATABASE_URL to the address of its database, too.',
  )
})
