import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isDiskFull } from './disk-full'
import { freePort } from './free-port'
import { takeLock } from './lock/lock'
import { openLogFile } from './log-file'
import { createMailStore } from './mail/store'
import { startBackend } from './main'
import { PlainError } from './plain-error'
import { keepRunning, type StartedServer } from './postgres/keep-running'
import { readPasswords } from './postgres/secrets'
import { temporaryFolder } from './testing/temporary-folder'
import { until } from './testing/until'

/** While the disk is full, writes fail as on a disk with room for a file's name but not for its content. */
const disk = vi.hoisted(() => ({
  isFull: false,
  error: () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }),
}))
afterEach(() => {
  disk.isFull = false
})

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  const writeFileSync: typeof fs.writeFileSync = (path, text, options) => {
    fs.writeFileSync(path, disk.isFull ? '' : text, options)
    if (disk.isFull && text !== '') throw disk.error()
  }
  const writeSync = (file: number, line: string) => {
    if (disk.isFull) throw disk.error()
    return fs.writeSync(file, line)
  }
  return { ...fs, writeFileSync, writeSync }
})
vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>()
  return {
    ...fs,
    statfs: async (path: string) =>
      disk.isFull ? { bavail: 16, bsize: 4096 } : await fs.statfs(path),
    open: async (path: string, ...how: (string | number)[]) => {
      const handle = await fs.open(path, ...(how as [string]))
      if (disk.isFull) handle.writeFile = () => Promise.reject(disk.error())
      return handle
    },
  }
})

test.each([
  [true, disk.error()],
  [true, Object.assign(new Error('could not extend file'), { code: '53100' })],
  [true, new PlainError('PostgreSQL did not start: FATAL: "x": No space left on device')],
  [false, Object.assign(new Error('no such file'), { code: 'ENOENT' })],
  [false, undefined],
])('%s: a disk is full by %s', (isFull, error) => {
  expect(isDiskFull(error)).toBe(isFull)
})

test('a log continues without the lines for which there was no room', () => {
  const path = join(temporaryFolder(), 'a.log')
  const log = openLogFile(path, { maxBytes: 10 })
  log.write('the first line')
  disk.isFull = true
  log.write('lost')
  log.write('lost')
  disk.isFull = false
  log.write('the next one')
  log.close()
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('the first line\n')
  expect(readFileSync(path, 'utf8')).toBe('the next one\n')
})

test('a mail for which the disk has no room is not stored in part, and the next one is stored', async () => {
  const dir = temporaryFolder()
  const store = createMailStore(dir)
  const mail = { to: 'a@example.test', subject: 'A', html: '<p>a</p>' }
  disk.isFull = true
  await expect(store.add(mail)).rejects.toThrow('ENOSPC')
  expect([readdirSync(dir), store.list()]).toEqual([[], []])
  disk.isFull = false
  await store.add(mail)
  expect(store.list()).toHaveLength(1)
})

test.each([
  ['lock', (dir: string) => takeLock(dir, 1)],
  ['passwords', async (dir: string) => readPasswords(dir)],
])('%s without room leave nothing behind', async (_, write) => {
  const dir = temporaryFolder()
  disk.isFull = true
  await expect(write(dir)).rejects.toThrow('ENOSPC')
  expect(readdirSync(dir)).toEqual([])
})

test('a start on a full disk is reported in a sentence, and leaves nothing that disturbs a later one', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  disk.isFull = true
  const start = startBackend({ dataDir, port: await freePort() })
  await expect(start).rejects.toEqual(
    new PlainError(
      `There is no room left on the disk that holds ${dataDir}. Make room, then start again.`,
    ),
  )
  expect(readdirSync(dataDir)).toEqual([])
})

/** A server that prints this text when it is told to end. */
function server(port: number, words: string) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const stop = async () => end()
  const started: StartedServer = { port, pid: port, stop, ended, lastWords: () => words }
  return { started, end }
}

const fullWords = 'PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device'

beforeEach(() => void vi.useRealTimers())

test('PostgreSQL that ended on a full disk restarts at its port once there is room', async () => {
  const [first, second] = [server(5, fullWords), server(5, '')]
  const launch = vi.fn().mockResolvedValueOnce(first.started).mockResolvedValueOnce(second.started)
  const log = vi.fn()
  const running = await keepRunning({ clusterDir: temporaryFolder(), launch, log })
  const ended = vi.fn()
  void running.ended.then(ended)
  disk.isFull = true
  first.end()
  await until('the log says why', () => log.mock.calls.length > 0)
  expect(launch).toHaveBeenCalledTimes(1)
  disk.isFull = false
  await until('it is started again', () => launch.mock.calls.length === 2)
  expect(launch).toHaveBeenLastCalledWith(5)
  expect(ended).not.toHaveBeenCalled()
  await running.stop()
  await running.ended
})

test('PostgreSQL is not restarted after another failure, or after a stop', async () => {
  const crashed = server(5, 'FATAL:  data file is corrupted')
  const options = { clusterDir: temporaryFolder(), log: () => {} }
  const running = await keepRunning({ ...options, launch: async () => crashed.started })
  crashed.end()
  await running.ended

  const full = server(5, fullWords)
  disk.isFull = true
  const waiting = await keepRunning({ ...options, launch: async () => full.started })
  full.end()
  await waiting.stop()
})
