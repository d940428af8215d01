import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder'
import { lockHolder, lockPath, takeLock } from '../lock'

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

test('only one of many processes replaces a stale lock', async () => {
  const dir = temporaryFolder()
  writeFileSync(lockPath(dir), JSON.stringify({ pid: process.pid, birth: 'gone', port: 1 }))
  const takers = Array.from({ length: 6 }, () => startHolder(dir))
  const outcomes = await Promise.all(takers.map((taker) => said(taker, /held|already running/)))
  expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(1)
  expect(existsSync(lockPath(dir))).toBe(true)
})

/** Starts a process that takes the lock of the folder, reports that, and stays. */
function startHolder(dir: string): ChildProcess {
  const lock = new URL('../lock.ts', import.meta.url).href
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
