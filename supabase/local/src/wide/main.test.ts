import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../free-port'
import { localSecretKey, localServiceKey } from '../gateway/local-keys'
import { lockPath } from '../lock/lock'
import { isAlive } from '../lock/processes'
import { startBackend } from '../main'
import { readPostmaster } from '../postgres/postmaster-file'
import { type BackendProcess, runBackendProcess, spawnBackend } from '../testing/backend-process'
import { client, notesAt, options, seeded, start } from '../testing/notes-backend'
import { killTree } from '../testing/process-tree'
import { until } from '../testing/until'

test('an error that a person can correct prints one sentence, and the exit code is 1', async () => {
  const how = await options()
  await start(how)
  const second = spawnBackend({ ...how, port: await freePort() })
  expect(await second.exited).toBe(1)
  expect(second.output()).toMatch(
    /^Rookies is already running at \S+ \(process \d+\) with this data folder\.\n$/,
  )
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

// SIGINT ends a backend with connected clients in realtime/wide/restart.test.ts.
test.each([
  ['SIGTERM', ({ child }) => child.kill('SIGTERM')],
  ['SIGHUP', ({ child }) => child.kill('SIGHUP')],
  ['the end of the channel', ({ child }) => child.connected && child.disconnect()],
] satisfies [string, (backend: BackendProcess) => unknown][])(
  '%s ends all processes, with 0',
  async (_, end) => {
    const backend = await runBackendProcess(await options())
    const tree = backend.tree()
    expect(tree.length).toBeGreaterThan(3)
    end(backend)
    // npm passes the same Ctrl-C on a second time.
    end(backend)
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
