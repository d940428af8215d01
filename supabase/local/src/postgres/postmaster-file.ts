import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads the process id and the port from PostgreSQL's lock file, which remains after a kill; undefined if
 * there is none.
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
