import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeDataDir } from '../../testing/cluster'
import { killTree } from '../../testing/process-tree'
import { temporaryFolder } from '../../testing/temporary-folder'
import { type Postgres, startPostgres } from '../start-postgres'

const running: Postgres[] = []
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
})

async function start(dataDir: string): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, log: () => {} })
  running.push(postgres)
  return postgres
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  // A killed server breaks its connections.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a new server is secure, on loopback, and stores text of any language', async () => {
  // The settings are those of a start outside of tests.
  vi.stubEnv('ROOKIES_FSYNC', undefined)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const dataDir = temporaryFolder()
  const postgres = await start(dataDir)
  const settings = await query(
    postgres.superuserUrl,
    `select name, setting from pg_settings where name in
       ('fsync', 'synchronous_commit', 'full_page_writes', 'wal_level', 'listen_addresses',
        'unix_socket_directories', 'password_encryption', 'data_checksums', 'server_encoding',
        'TimeZone')`,
  )
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_level: 'logical',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    data_checksums: 'on',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
  })
  const [text] = await query(
    postgres.superuserUrl,
    `select upper('žluťoučký') as upper, 'ä' < 'b' as sorted, current_setting('server_version') as version`,
  )
  expect(text).toMatchObject({ upper: 'ŽLUŤOUČKÝ', sorted: true })
  expect(text?.version).toMatch(/^17\./)
  expect(statSync(join(dataDir, 'passwords.json')).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
})

test('each login role needs its own password', async () => {
  const postgres = await start(makeDataDir(temporaryFolder()))
  const roles = ['supabase_admin', 'postgres', 'authenticator', 'supabase_auth_admin']
  const urls = roles.map((role) => postgres.urlFor(role))
  expect(new Set(urls.map((url) => new URL(url).password)).size).toBe(roles.length)
  for (const [index, url] of urls.entries()) {
    expect(await query(url, 'select current_user as me')).toEqual([{ me: roles[index] }])
  }
  const wrong = new URL(postgres.urlFor('postgres'))
  wrong.password = new URL(postgres.urlFor('authenticator')).password
  await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  expect(() => postgres.urlFor('anon')).toThrow('not a login role')
})

test('a restart keeps all data and the passwords', async () => {
  const dataDir = makeDataDir(temporaryFolder())
  const first = await start(dataDir)
  await query(first.superuserUrl, 'create table t as select 42 as answer')
  await first.stop()
  const second = await start(dataDir)
  expect(await query(second.superuserUrl, 'select answer from t')).toEqual([{ answer: 42 }])
  const [one, two] = [first, second].map(({ superuserUrl }) => new URL(superuserUrl).password)
  expect(one).toBe(two)
})

test('after a kill, the server returns with all committed data', async () => {
  const dataDir = makeDataDir(temporaryFolder())
  const first = await start(dataDir)
  await query(first.superuserUrl, 'create table t (id int)')
  await query(first.superuserUrl, 'insert into t select generate_series(1, 1000)')
  killTree(first.pid)
  await first.ended
  const second = await start(dataDir)
  expect(await query(second.superuserUrl, 'select count(*)::int as n from t')).toEqual([
    { n: 1000 },
  ])
})

test('after only the first process was killed, the next start waits for the others', async () => {
  const dataDir = makeDataDir(temporaryFolder())
  const first = await start(dataDir)
  await query(first.superuserUrl, 'create table t as select 1 as id')
  process.kill(first.pid, 'SIGKILL')
  // A killed process counts as running until its parent has waited for it.
  await first.ended
  const second = await start(dataDir)
  expect(await query(second.superuserUrl, 'select id from t')).toEqual([{ id: 1 }])
})

test('data of another major version are refused with a sentence', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '16\n')
  await expect(start(dataDir)).rejects.toThrow(
    /holds a PostgreSQL database of version 16; this is version 17. Run npm run reset/,
  )
})

test('files of another user are refused with a sentence', async () => {
  const dataDir = temporaryFolder()
  const clusterDir = join(dataDir, 'postgres')
  mkdirSync(clusterDir)
  writeFileSync(join(clusterDir, 'PG_VERSION'), '17\n')
  const owner = vi.spyOn(process, 'getuid').mockReturnValue(statSync(dataDir).uid + 1)
  onTestFinished(() => owner.mockRestore())
  await expect(start(dataDir)).rejects.toThrow(
    /belongs to another user \(number \d+\). Start Rookies as/,
  )
})

test('a second server on the same files is refused and the first continues', async () => {
  const dataDir = makeDataDir(temporaryFolder())
  const first = await start(dataDir)
  await expect(start(dataDir)).rejects.toThrow(/lock file "postmaster.pid" already exists/)
  expect(await query(first.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('wrong passwords are reported in a sentence', async () => {
  const dataDir = makeDataDir(temporaryFolder())
  const first = await start(dataDir)
  await first.stop()
  const file = join(dataDir, 'passwords.json')
  const passwords = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...passwords, supabase_admin: 'wrong' }))
  await expect(start(dataDir)).rejects.toThrow(/does not accept the passwords .* npm run reset/)
  writeFileSync(file, '{"postgres":')
  await expect(start(dataDir)).rejects.toThrow(/passwords.json is damaged/)
})

test('root’s server runs as another user, with one capability in a closed folder', async () => {
  for (const mode of [0o755, 0o700]) {
    const dataDir = temporaryFolder()
    chmodSync(dataDir, mode)
    const postgres = await start(dataDir)
    const { uid } = statSync(join(dataDir, 'postgres'))
    expect(uid).not.toBe(0)
    if (process.getuid?.() !== 0) expect(uid).toBe(process.getuid?.())
    else {
      const status = readFileSync(`/proc/${postgres.pid}/status`, 'utf8')
      expect(status).toMatch(new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s`, 'm'))
      // Bit 2 of the capabilities is the right to pass through folders (CAP_DAC_READ_SEARCH); an open data
      // folder needs it only if the project is in a closed one.
      expect(status).toMatch(mode === 0o700 ? /^CapEff:\s+0*4$/m : /^CapEff:\s+0*[04]$/m)
    }
    await postgres.stop()
  }
})
