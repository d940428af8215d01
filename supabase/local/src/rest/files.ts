import { join } from 'node:path'

/** Returns the path of PostgREST's configuration. It is on the command line, by which an orphan is recognized. */
export function restConfigPath(dataDir: string): string {
  return join(dataDir, 'postgrest.conf')
}

/** Returns the path of the file with the id of the PostgREST process on this data folder. */
export function restPidPath(dataDir: string): string {
  return join(dataDir, 'postgrest.pid')
}
