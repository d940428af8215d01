import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode, PlainError } from '../plain-error'
import { birthOf, isAlive } from './processes'

export type LockHolder = { pid: number; birth: string | null; port: number }

/** Returns the path of a data folder's lock file. */
export function lockPath(dataDir: string): string {
  return join(dataDir, 'lock')
}

/**
 * Locks the data folder for this process, which serves (or will serve) `port`. Replaces the lock of a process
 * that no longer exists.
 * @returns a function that releases the lock
 * @throws PlainError if a living backend holds it
 */
export async function takeLock(dataDir: string, port: number): Promise<() => void> {
  const path = lockPath(dataDir)
  const own = JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) ?? null, port })
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, own, { flush: true })
    while (!tryLink(draft, path)) {
      const found = readText(path)
      if (found === undefined) continue
      const holder = await livingHolder(found)
      if (holder) throw alreadyRunning(holder)
      removeExactly(path, found)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readText(path) === own) rmSync(path, { force: true })
  }
}

/** Returns the living backend that holds the lock of this data folder, if any. */
export async function lockHolder(dataDir: string): Promise<LockHolder | undefined> {
  const found = readText(lockPath(dataDir))
  return found === undefined ? undefined : livingHolder(found)
}

/** Returns the error for starting a second backend on a data folder. */
export function alreadyRunning(holder: LockHolder): PlainError {
  return new PlainError(
    `Rookies is already running at http://localhost:${holder.port} (process ${holder.pid}) with this data folder.`,
  )
}

function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes a stale lock only if it has not changed since it was read, because two backends that start together
 * must not remove each other's.
 */
function removeExactly(path: string, judged: string): void {
  const moved = `${path}.${randomUUID()}`
  try {
    renameSync(path, moved)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  if (readText(moved) !== judged) tryLink(moved, path)
  rmSync(moved, { force: true })
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function livingHolder(text: string): Promise<LockHolder | undefined> {
  const holder = parseHolder(text)
  if (!holder || !isAlive(holder.pid)) return undefined
  const birth = birthOf(holder.pid)
  if (birth !== undefined && holder.birth !== null) {
    return birth === holder.birth ? holder : undefined
  }
  // If the system does not report when a process began, a request finds out whether the backend still runs.
  return (await answersAs(holder)) ? holder : undefined
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    if (!('pid' in value && 'birth' in value && 'port' in value)) return undefined
    const { pid, birth, port } = value
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 1) return undefined
    if (typeof port !== 'number') return undefined
    return { pid, birth: typeof birth === 'string' ? birth : null, port }
  } catch {
    return undefined
  }
}

async function answersAs(holder: LockHolder): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${holder.port}/health`, {
      signal: AbortSignal.timeout(2_000),
    })
    const body: unknown = await answer.json()
    return typeof body === 'object' && body !== null && 'pid' in body && body.pid === holder.pid
  } catch {
    return false
  }
}
