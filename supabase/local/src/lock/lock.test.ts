import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
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

test('releasing a lock that another backend has taken since keeps it', async () => {
  const dir = temporaryFolder()
  const release = await takeLock(dir, 1)
  const others = JSON.stringify({ pid: 1, birth: 'x', port: 2 })
  writeFileSync(lockPath(dir), others)
  release()
  expect(readFileSync(lockPath(dir), 'utf8')).toBe(others)
})
