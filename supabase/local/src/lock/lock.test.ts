import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { PlainError } from '../plain-error'
import { temporaryFolder } from '../testing/temporary-folder'
import { lockHolder, lockPath, takeLock } from './lock'
import { birthOf } from './processes'

test('a locked folder is refused with the port and the process, and free once released', async () => {
  const dir = temporaryFolder()
  const release = await takeLock(dir, 4300)
  await expect(takeLock(dir, 4301)).rejects.toThrow(
    new PlainError(
      `Rookies is already running at http://localhost:4300 (process ${process.pid}) with this data folder.`,
    ),
  )
  expect(await lockHolder(dir)).toMatchObject({ pid: process.pid, port: 4300 })
  release()
  expect(readdirSync(dir)).toEqual([])
  const again = await takeLock(dir, 4301)
  again()
})

test('the lock of a killed process is replaced', async () => {
  const dir = temporaryFolder()
  const holder = startHolder(dir)
  await said(holder, 'held')
  await expect(takeLock(dir, 1)).rejects.toThrow(`process ${holder.pid}`)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(await lockHolder(dir)).toBeUndefined()
  const release = await takeLock(dir, 1)
  release()
})

test('another process with the id of the former holder does not count', async () => {
  const dir = temporaryFolder()
  const lock = { pid: process.pid, birth: 'another day', port: 4300 }
  writeFileSync(lockPath(dir), JSON.stringify(lock))
  expect(await lockHolder(dir)).toBeUndefined()
  const release = await takeLock(dir, 4301)
  expect(JSON.parse(readFileSync(lockPath(dir), 'utf8'))).toMatchObject({
    birth: birthOf(process.pid),
    port: 4301,
  })
  release()
})

test('if the start of a process is unknown, the backend has to answer', async () => {
  const dir = temporaryFolder()
  let answer = process.pid
  const server = createServer((_, res) => res.end(JSON.stringify({ pid: answer })))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  writeFileSync(lockPath(dir), JSON.stringify({ pid: process.pid, birth: null, port }))
  expect(await lockHolder(dir)).toMatchObject({ port })
  answer += 1
  expect(await lockHolder(dir)).toBeUndefined()
})

test.each(['', '{', '[]', '{"pid":-1,"birth":"x","port":1}'])(
  'a lock that contains %j is ignored',
  async (text) => {
    const dir = temporaryFolder()
    writeFileSync(lockPath(dir), text)
    const release = await takeLock(dir, 1)
    release()
  },
)

test('only one of many processes replaces a stale lock', async () => {
  const dir = temporaryFolder()
  writeFileSync(lockPath(dir), JSON.stringify({ pid: process.pid, birth: 'gone', port: 1 }))
  const takers = Array.from({ length: 6 }, () => startHolder(dir))
  const outcomes = await Promise.all(takers.map((taker) => said(taker, /held|already running/)))
  expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(1)
  expect(existsSync(lockPath(dir))).toBe(true)
})

test('releasing a lock that another backend has taken since keeps it', async () => {
  const dir = temporaryFolder()
  const release = await takeLock(dir, 1)
  const others = JSON.stringify({ pid: 1, birth: 'x', port: 2 })
  writeFileSync(lockPath(dir), others)
  release()
  expect(readFileSync(lockPath(dir), 'utf8')).toBe(others)
})

/** Starts a process that takes the lock of the folder, reports that, and stays. */
function startHolder(dir: string): ChildProcess {
  const lock = fileURLToPath(new URL('./lock.ts', import.meta.url))
  const script = `
    const { takeLock } = await import(${JSON.stringify(lock)})
    await takeLock(${JSON.stringify(dir)}, 4300).then(
      () => console.log('held'),
      (error) => console.log(error.message),
    )
    setInterval(() => {}, 60_000)
  `
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function said(child: ChildProcess, what: string | RegExp): Promise<string> {
  if (!child.stdout) throw new Error('no output')
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    const line = String(text).trim()
    if (line.match(what)) return line
  }
  throw new Error(`The process ended without saying ${what}`)
}
