import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from './free-port'
import {
  localAnonKey,
  localPublishableKey,
  localSecretKey,
  localServiceKey,
} from './gateway/local-keys'
import { lockPath } from './lock/lock'
import { isAlive } from './lock/processes'
import { type Backend, type BackendOptions, startBackend } from './main'
import { PlainError } from './plain-error'
import { readPostmaster } from './postgres/postmaster-file'
import { runBackendProcess, spawnBackend } from './testing/backend-process'
import { makeDataDir } from './testing/cluster'
import { killTree } from './testing/process-tree'
import { temporaryFolder } from './testing/temporary-folder'
import { tinyProject } from './testing/tiny-project'
import { until } from './testing/until'

// Node 20 has no WebSocket, and createClient requires one.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })

type Options = BackendOptions & { supabaseDir: string }

/** Returns options for a data folder that does not exist yet. */
async function emptyOptions(dir = temporaryFolder()): Promise<Options> {
  return { dataDir: join(dir, 'data'), port: await freePort(), supabaseDir: tinyProject(dir) }
}

/** Returns options for a data folder with the run's cluster, before the first migration. */
async function options(dir = temporaryFolder()): Promise<Options> {
  return { ...(await emptyOptions(dir)), dataDir: makeDataDir(dir) }
}

async function start(how: BackendOptions): Promise<Backend> {
  const backend = await startBackend(how)
  onTestFinished(() => backend.stop())
  return backend
}

const client = (url: string, key = localAnonKey) =>
  createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })

async function notesAt(url: string): Promise<unknown> {
  const { data, error } = await client(url).from('notes').select().order('id')
  if (error) throw error
  return data
}

const seeded = [{ id: 1, text: 'from the seed' }]

test('an empty folder becomes the whole product: migrated, seeded, with sign-in, on one port', async () => {
  const backend = await start(await emptyOptions())
  expect(await notesAt(backend.url)).toEqual(seeded)

  const supabase = client(backend.url)
  const person = { email: 'ada@example.test', password: 'correct horse' }
  const { data, error } = await supabase.auth.signUp(person)
  expect([error, data.user?.email]).toEqual([null, person.email])
  const mails = await fetch(`${backend.url}/_mail.json`)
  const link = expect.stringContaining(`${backend.url}/auth/v1/verify?`)
  expect(await mails.json()).toMatchObject([
    { to: person.email, links: expect.arrayContaining([link]) },
  ])
})

describe('while a backend runs', () => {
  // The tests leave its notes as they were.
  let how: Options
  let backend: Backend

  beforeAll(async () => {
    how = await options(mkdtempSync(join(tmpdir(), 'rookies-test-')))
    backend = await startBackend(how)
  })
  afterAll(async () => {
    await backend?.stop()
    rmSync(dirname(how.dataDir), { recursive: true, force: true })
  })

  test('the official client works with the newer keys', async () => {
    const visitor = client(backend.url, localPublishableKey)
    expect((await visitor.from('notes').select()).data).toEqual(seeded)
    const denied = await visitor.from('notes').insert({ id: 3 })
    expect(denied.error?.code).toBe('42501')
    const person = { email: 'grace@example.test', password: 'correct horse' }
    expect((await visitor.auth.signUp(person)).error).toBeNull()
    expect((await visitor.auth.admin.listUsers()).error).toMatchObject({
      code: 'not_admin',
      message: 'User not allowed',
    })

    const server = client(backend.url, localSecretKey)
    expect((await server.from('notes').insert({ id: 3 })).error).toBeNull()
    expect((await server.from('notes').delete().eq('id', 3)).error).toBeNull()
    const { data } = await server.auth.admin.listUsers()
    expect(data.users.map(({ email }) => email)).toEqual([person.email])
  })

  test('a request with only an older key is a visitor’s', async () => {
    const headers = { apikey: localServiceKey, 'content-type': 'application/json' }
    const body = JSON.stringify({ id: 3 })
    const write = await fetch(`${backend.url}/rest/v1/notes`, { method: 'POST', headers, body })
    expect(await write.json()).toMatchObject({ code: '42501' })
    const account = await fetch(`${backend.url}/auth/v1/user`, { headers })
    expect([account.status, await account.json()]).toMatchObject([
      401,
      { error_code: 'no_authorization', msg: 'This endpoint requires a valid Bearer token' },
    ])
  })

  test('a second backend on the same data is refused and changes nothing', async () => {
    await expect(startBackend({ ...how, port: await freePort() })).rejects.toThrow(
      new PlainError(
        `Rookies is already running at ${backend.url} (process ${process.pid}) with this data folder.`,
      ),
    )
    expect(await notesAt(backend.url)).toEqual(seeded)
  })

  test('an error that a person can correct is one sentence and 1', async () => {
    const second = spawnBackend({ ...how, port: await freePort() })
    expect(await second.exited).toBe(1)
    expect(second.output()).toMatch(
      /^Rookies is already running at \S+ \(process \d+\) with this data folder\.\n$/,
    )
  })
})

test('config.toml without confirmations is refused before anything starts', async () => {
  const how = await emptyOptions()
  const text = 'project_id = "tiny"\n[auth.email]\nenable_confirmations = false\n'
  writeFileSync(join(how.supabaseDir, 'config.toml'), text)
  await expect(startBackend(how)).rejects.toThrow(PlainError)
  expect(existsSync(how.dataDir)).toBe(false)
})

test('a taken port is noticed before anything starts, and the lock is released', async () => {
  const how = await emptyOptions()
  const other = createServer()
  onTestFinished(() => void other.close())
  await new Promise<void>((resolve) => other.listen(how.port, '127.0.0.1', resolve))
  await expect(startBackend(how)).rejects.toThrow(`Port ${how.port} is taken by another program.`)
  expect(readdirSync(how.dataDir).sort()).toEqual(['logs', 'rookies.json'])
})

test('a migration that fails stops the start and leaves nothing running', async () => {
  const how = await options()
  writeFileSync(join(how.supabaseDir, 'migrations/002_bad.sql'), 'select broken;')
  await expect(startBackend(how)).rejects.toThrow('supabase/migrations/002_bad.sql, line 1:')
  expect(readPostmaster(how.dataDir)).toBeUndefined()
  expect(existsSync(lockPath(how.dataDir))).toBe(false)
  writeFileSync(join(how.supabaseDir, 'migrations/002_bad.sql'), 'select 1;')
  const backend = await start(how)
  expect(await notesAt(backend.url)).toEqual(seeded)
})

test('stop leaves neither a process nor a lock, and start finds all data', async () => {
  const how = await options()
  const first = await startBackend(how)
  const pids = Object.values(first.pids())
  await client(first.url, localServiceKey).from('notes').insert({ id: 2, text: 'kept' })
  await first.stop()
  expect(pids.map((pid) => pid && isAlive(pid))).toEqual([false, false])
  const left = ['logs', 'mail', 'passwords.json', 'postgres', 'rookies.json', 'storage']
  expect(readdirSync(how.dataDir).sort()).toEqual(left)

  const second = await start(how)
  expect(await notesAt(second.url)).toEqual([...seeded, { id: 2, text: 'kept' }])
})

test('the backend notices that PostgreSQL has ended', async () => {
  const backend = await start(await options())
  process.kill(backend.pids().postgres, 'SIGQUIT')
  await backend.failed
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends all processes, with 0',
  async (signal) => {
    const backend = await runBackendProcess(await options())
    const tree = backend.tree()
    expect(tree.length).toBeGreaterThan(3)
    backend.child.kill(signal)
    // npm passes the same Ctrl-C on a second time.
    backend.child.kill(signal)
    expect(await backend.exited).toBe(0)
    // A child process of the loader ends a moment after its parent.
    await until('nothing is left behind', () => !tree.some(isAlive))
    expect(backend.output()).toBe(`ready at ${backend.url}\n`)
  },
)

test('after only the backend was killed, the next start ends its child processes and works', async () => {
  const how = await options()
  const killed = await runBackendProcess(how)
  const orphans = killed.tree().filter((pid) => pid !== killed.pid)
  const postgres = readPostmaster(how.dataDir)?.pid ?? 0
  killed.child.kill('SIGKILL')
  await killed.exited
  expect(isAlive(postgres)).toBe(true)

  const backend = await start(how)
  expect(await notesAt(backend.url)).toEqual(seeded)
  await until('the orphans are gone', () => !orphans.some(isAlive))
  expect(readFileSync(join(how.dataDir, 'logs', 'backend.log'), 'utf8')).toContain(
    `Ending PostgreSQL (process ${postgres})`,
  )
})

test('after all processes were killed during writes, acknowledged ones are stored', async () => {
  const how = await options()
  const killed = await runBackendProcess(how)
  const acknowledged: number[] = []
  let next = 100
  let stopped = false
  const writer = async () => {
    while (!stopped) {
      const id = next++
      const answer = await fetch(`${killed.url}/rest/v1/notes`, {
        method: 'POST',
        headers: { apikey: localSecretKey, 'content-type': 'application/json' },
        body: JSON.stringify({ id, text: `note ${id}` }),
      }).catch(() => undefined)
      if (answer?.status === 201) acknowledged.push(id)
      else if (answer === undefined) return
    }
  }
  const writers = Promise.all(Array.from({ length: 8 }, writer))
  await until('enough was written', () => acknowledged.length > 300)
  killTree(killed.pid)
  await killed.exited
  stopped = true
  await writers

  const backend = await start(how)
  const ids = new Set<number>()
  for (let from = 0; ; from += 1000) {
    const { data, error } = await client(backend.url)
      .from('notes')
      .select('id')
      .order('id')
      .range(from, from + 999)
    if (error) throw error
    for (const { id } of data) ids.add(id)
    if (data.length < 1000) break
  }
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  expect(ids.size - acknowledged.length).toBeLessThanOrEqual(1 + 8)
})
