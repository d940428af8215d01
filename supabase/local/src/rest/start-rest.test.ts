import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localJwtSecret, localServiceKey } from '../gateway/local-keys'
import { isAlive } from '../lock/processes'
import { applyBase } from '../migrate/base'
import { type Postgres, startPostgres } from '../postgres/start-postgres'
import { until } from '../testing/until'
import { restConfigPath, restPidPath } from './files'
import { type Rest, startRest } from './start-rest'

let dataDir: string
let postgres: Postgres
let rest: Rest
const logged: string[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rookies-test-'))
  postgres = await startPostgres({ dataDir, log: () => {} })
  await applyBase(postgres.superuserUrl)
  await sql(`
    create table public.things as select id from generate_series(1, 1200) as id;
    grant select on public.things to anon, service_role;
    create table public.secrets as select 1 as id;
    grant select on public.secrets to service_role;
    revoke all on public.secrets from anon;
    create function public.patience() returns text language sql
      as $$ select current_setting('statement_timeout') $$;
    create function public.work() returns setof public.things language sql set statement_timeout = '30s'
      as 'select 1';
    -- The query calls the function in its from clause and reads the settings outside of it, so that they are those of
    -- the whole request.
    create function public.limit_now(public.things) returns text language sql
      as $$ select current_setting('statement_timeout') $$;
  `)
  rest = await startRest({
    dataDir,
    config: {
      databaseUrl: postgres.urlFor('authenticator'),
      jwtSecret: localJwtSecret,
      schemas: ['public'],
      extraSearchPath: ['public', 'extensions'],
      maxRows: 1000,
      publicUrl: 'http://localhost:4300/rest/v1',
    },
    log: (line) => logged.push(line),
  })
})
afterAll(async () => {
  await rest.stop()
  await postgres.stop()
  expect(existsSync(restPidPath(dataDir))).toBe(false)
  rmSync(dataDir, { recursive: true, force: true })
})

async function sql(text: string): Promise<void> {
  const client = new pg.Client(postgres.urlFor('postgres'))
  await client.connect()
  await client.query(text).finally(() => client.end())
}

const get = (path: string, headers?: Record<string, string>) =>
  fetch(`http://127.0.0.1:${rest.port}${path}`, { headers })
const asService = { authorization: `Bearer ${localServiceKey}` }

test('visitors are anon, a signed key has its role, and answers are limited', async () => {
  expect(await (await get('/things')).json()).toHaveLength(1000)
  expect((await get('/secrets')).status).toBe(401)
  expect((await get('/secrets', asService)).status).toBe(200)
  expect((await get('/secrets', { authorization: 'Bearer not.a.token' })).status).toBe(401)
  expect((await get('/things?select=id.count()')).status).toBe(400)
})

test('the statements of each role have their own timeout', async () => {
  expect(await (await get('/rpc/patience')).json()).toBe('3s')
  const token = await new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(localJwtSecret))
  const signedIn = await get('/rpc/patience', { authorization: `Bearer ${token}` })
  expect(await signedIn.json()).toBe('8s')
})

test('a function has the timeout of its definition, whatever the role’s is', async () => {
  expect(await (await get('/rpc/work?select=id,limit_now')).json()).toEqual([
    { id: 1, limit_now: '30s' },
  ])
})

test('the description of the API contains the public address, not the internal port', async () => {
  const text = await (await get('/')).text()
  expect(JSON.parse(text)).toMatchObject({ host: 'localhost:4300', basePath: '/rest/v1' })
  expect(text).not.toContain(String(rest.port))
})

test('newer versions accept the settings, too', () => {
  const text = readFileSync(restConfigPath(dataDir), 'utf8')
  // 13 refuses a short secret, 14 and 16 have other names or none for these.
  expect(localJwtSecret.length).toBeGreaterThanOrEqual(32)
  expect(text).not.toMatch(
    /^(jwt-cache-max-lifetime|jwt-role-claim-key|log-query|admin-server-config)/m,
  )
  expect(text).not.toMatch(/^db-schemas = .*(pg_catalog|information_schema)/m)
})

test('only the owner may read the passwords in the configuration', () => {
  expect(statSync(restConfigPath(dataDir)).mode & 0o777).toBe(0o600)
})

test('a changed schema is read after its announcement', async () => {
  expect((await get('/later')).status).toBe(404)
  await sql('create view public.later as select 1 as id; grant select on public.later to anon')
  await sql("notify pgrst, 'reload schema'")
  await until('the new view is served', async () => (await get('/later')).ok)
})

test('PostgREST restarts after a kill', async () => {
  for (let round = 0; round < 2; round++) {
    const before = await until('it runs', () => rest.pid)
    process.kill(before, 'SIGKILL')
    await until('it answers again', async () => rest.pid !== before && (await get('/things')).ok)
    expect(isAlive(before)).toBe(false)
  }
  expect(logged.some((line) => line.includes('ended unexpectedly'))).toBe(true)
})
