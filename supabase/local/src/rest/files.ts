import { join } from 'node:path'

/** PostgREST's configuration; its path is on the command line, which is how an orphan is known. */
export function restConfigPath(dataDir: string): string {
  return join(dataDir, 'postgrest.conf')
}

/** The number of the PostgREST process that runs on this data folder. */
export function restPidPath(dataDir: string): string {
  return join(dataDir, 'postgrest.pid')
}
