import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What a running PostgreSQL says about itself in its files: its process and its port. Left behind
 * by one that was killed; undefined when there is none.
 */
export function readPostmaster(dataDir: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    const port = Number(lines[3])
    return pid > 1 && port > 0 ? { pid, port } : undefined
  } catch {
    return undefined
  }
}
