import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../supabase/local/src/free-port'
import { localAnonKey, localServiceKey } from '../../../supabase/local/src/gateway/local-keys'
import { type Backend, startBackend } from '../../../supabase/local/src/main'
import { copyMigratedCluster } from '../../../supabase/local/src/migrated-cluster'
import { ask, contentOf } from '../../../supabase/local/src/testing/older-data'
import { TestDatabase } from '../../../supabase/tests/database'
import { type PersonTraces, tracesOf } from '../../../supabase/tests/scenes/traces'
import { runBackup, runRestore } from '../main'
import { fillEmptyTables } from '../testing/fill-empty-tables'

// Moves data of every table and files of every bucket from the embedded product to a project like a hosted one, and
// back into the embedded product, without an account that was deleted in between.
const NEVER_MS = 2 ** 31 - 1
/** Time limit of the slowest test on a busy machine. */
const TIME_LIMIT_MS = 180_000
const KEY = { BACKUP_KEY: 'a key that only this test has' }
const PEOPLE = { email: 'member@rookies.test', password: 'rookies-demo' }

let dir: string
let source: Backend
let hosted: Backend
let db: TestDatabase
let person: PersonTraces
let before: Awaited<ReturnType<typeof rowsOf>>
const running: Backend[] = []
const printed: string[] = []
const here = (name: string) => join(dir, name)

/** Starts a backend with all migrations, and with the default privileges of an older or a newer hosted project. */
async function start(name: string, defaults: 'everything' | 'nothing', seeds: boolean) {
  mkdirSync(here(name))
  await copyMigratedCluster({ dataDir: here(name), defaults })
  const options = { port: await freePort(), workerPauseMs: NEVER_MS, seeds }
  const backend = await startBackend({ dataDir: here(name), ...options })
  running.push(backend)
  return backend
}

const run = (name: string, env: NodeJS.ProcessEnv = {}) => ({
  env: { ...KEY, ...env },
  dataDir: here(name),
  say: (line: string) => printed.push(line),
})

const projectOf = (backend: Backend) => ({
  DATABASE_URL: backend.databaseUrl('postgres'),
  VITE_SUPABASE_URL: backend.url,
  SUPABASE_SERVICE_ROLE_KEY: localServiceKey,
})

const KEYS = { apikey: localServiceKey, authorization: `Bearer ${localServiceKey}` }

/** Sends a request to the storage API and returns the body of the answer. */
async function storage({ url }: Backend, path: string, init: RequestInit = {}): Promise<Buffer> {
  const headers = { ...KEYS, ...init.headers }
  const answer = await fetch(`${url}/storage/v1/${path}`, { ...init, headers })
  const body = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok) throw new Error(`${answer.status} ${body}`)
  return body
}

const TOKENS =
  'confirmation_token recovery_token email_change_token_new email_change_token_current reauthentication_token phone_change_token'

/**
 * Returns every row that a backup contains, as text. Of stored files, these are the columns that policies and pages
 * read.
 */
const rowsOf = (backend: Backend) =>
  contentOf(backend.databaseUrl('postgres'), {
    'auth.users': `(select (to_jsonb(u) || jsonb_build_object('email_change', coalesce(u.email_change, ''), 'instance_id', '')) - string_to_array('${TOKENS}', ' ') as row from auth.users u)`,
    'storage.objects': `(select bucket_id, name, owner, owner_id, user_metadata, metadata ->> 'mimetype' as type,
      metadata ->> 'size' as size, metadata ->> 'cacheControl' as cache, created_at, updated_at
      from storage.objects where version is not null)`,
    'storage.buckets':
      '(select id, name, public, file_size_limit, allowed_mime_types from storage.buckets)',
    // Sessions and one-time tokens are not restored, so people sign in again.
    ...Object.fromEntries(
      'sessions refresh_tokens mfa_amr_claims one_time_tokens flow_state mfa_challenges'
        .split(' ')
        .map((name) => [`auth.${name}`, null]),
    ),
  })

const checksOf = (backend: Backend) =>
  ask(
    backend.databaseUrl('postgres'),
    `select conrelid::regclass::text as table, conname, convalidated, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'c' order by 1, 2`,
  )

const FILES = [
  [
    'lesson-files',
    'a/notes.pdf',
    'application/pdf',
    Buffer.from(`%PDF-1.4\n${'page '.repeat(40_000)}`),
  ],
  ['lesson-files', 'a/tea & so (2).txt', 'text/plain', Buffer.from('tea')],
  ['work-files', 'b/empty.txt', 'text/plain', Buffer.alloc(0)],
  ['added', 'c/of a bucket of its own', 'text/plain', Buffer.from('more')],
] as const

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rookies-backup-'))
  source = await start('source', 'everything', true)
  hosted = await start('hosted', 'nothing', false)
  db = new TestDatabase({
    owner: source.databaseUrl('postgres'),
    auth: source.databaseUrl('supabase_auth_admin'),
  })
  person = (await tracesOf(db)()).traces
  // The second pass fills tables that a trigger of another table has emptied.
  for (let round = 0; round < 2; round++) await fillEmptyTables(db)
  const other = await db.person()
  await db.addFactor(other)
  await db.authService(
    `update auth.users set email_change = 'next@example.test', recovery_token = 'x' where id = $1`,
    [other.id],
  )
  // A row that is older than a check, and that the check would refuse today.
  const check = 'exercise_drafts_kept_form'
  const [{ definition } = { definition: '' }] = await db.owner(
    'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
    [check],
  )
  await db.owner(`alter table public.exercise_drafts drop constraint ${check}`)
  await db.owner(`update public.exercise_drafts set kept = '[1]'`)
  await db.owner(`alter table public.exercise_drafts add constraint ${check} ${definition}`)

  await storage(source, 'bucket', {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ id: 'added', name: 'added' }),
  })
  for (const [bucket, name, type, body] of FILES) {
    const metadata = Buffer.from(JSON.stringify({ by: 'somebody' })).toString('base64')
    await storage(source, `object/${bucket}/${encodeURI(name)}`, {
      ...{ method: 'POST', body: new Uint8Array(body) },
      headers: { 'content-type': type, 'cache-control': 'max-age=60', 'x-metadata': metadata },
    })
  }
  await db.owner(
    `update storage.objects set owner = $1::text::uuid, owner_id = $1, created_at = '2026-01-01' where version is not null`,
    [person.id],
  )
  before = await rowsOf(source)
  await runBackup([here('backup')], run('source'))
}, TIME_LIMIT_MS)

afterAll(async () => {
  await db.close()
  for (const backend of running) await backend.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('the test data contains rows of every table', async () => {
  const content = await contentOf(source.databaseUrl('postgres'))
  const empty = Object.entries(content).filter(
    ([name, rows]) => /^(public|private)\./.test(name) && rows.length === 0,
  )
  expect(empty.map(([name]) => name)).toEqual([])
})

test('a project gets every row and file of the embedded product, and people can sign in with their passwords', {
  timeout: TIME_LIMIT_MS,
}, async () => {
  await runBackup([here('backup'), '--check'], run('source'))
  await runRestore([here('backup'), '--erasures', 'none'], run('nowhere', projectOf(hosted)))
  // The sample data contains rows of files without their bytes.
  expect(printed.join('\n')).toContain(
    '2 files were removed while the backup was made, or had no bytes',
  )
  const after = await rowsOf(hosted)
  expect(Object.keys(after)).toEqual(Object.keys(before))
  for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
  for (const [bucket, name, , bytes] of FILES) {
    expect(await storage(hosted, `object/${bucket}/${encodeURI(name)}`)).toEqual(bytes)
  }
  expect(await checksOf(hosted)).toEqual(await checksOf(source))
  // The first sign-in also writes an audit record, whose number follows the numbers in the backup.
  const headers = { apikey: localAnonKey, 'content-type': 'application/json' }
  const answer = await fetch(`${hosted.url}/auth/v1/token?grant_type=password`, {
    ...{ method: 'POST', headers, body: JSON.stringify(PEOPLE) },
  })
  expect(answer.status).toBe(200)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const courses = await fetch(`${hosted.url}/rest/v1/courses?select=id`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  expect(await courses.json()).not.toEqual([])
})

test('an account that was deleted after the backup is not restored, and no row names it', {
  timeout: TIME_LIMIT_MS,
}, async () => {
  await db.authService('delete from auth.users where id = $1', [person.id])
  await source.stop()
  await runBackup([here('newer')], run('source'))
  printed.length = 0
  await runRestore([here('backup'), '--erasures', here('newer')], run('restored'))
  expect(printed.join('\n')).toContain('deleted after the backup: 1.')
  const restored = await startBackend({
    ...{ dataDir: here('restored'), port: await freePort(), workerPauseMs: NEVER_MS },
  })
  running.push(restored)
  const content = await contentOf(restored.databaseUrl('postgres'))
  expect(JSON.stringify(content).toLowerCase()).not.toContain(person.address.toLowerCase())
  const records = content['public.audit_logs']?.filter(
    (row) => row.includes(person.id) && row.includes('user.delete'),
  )
  expect(records).toHaveLength(1)
  // The backup contains the demo data, which are not created a second time.
  expect(content['auth.users']).toHaveLength((before['auth.users']?.length ?? 0) - 1)
})
