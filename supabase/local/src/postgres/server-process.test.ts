import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { databaseUrl, readPasswords } from '../postgres/secrets'
import { makeDataDir } from '../testing/cluster'
import { temporaryFolder } from '../testing/temporary-folder'
import { findPostgres } from './binaries'
import { readPostmaster } from './postmaster-file'
import { runServer } from './server-process'
import { unprivilegedRunner } from './unprivileged'

/** Runs the server as on Windows, by pg_ctl, which does the same on every system. */
function runAsOnWindows(clusterDir: string, logged: string[] = []) {
  const binaries = findPostgres()
  const runner = unprivilegedRunner([clusterDir, binaries.pgCtl])
  const log = (line: string) => void logged.push(line)
  return runServer({ binaries, clusterDir, runner, log, platform: 'win32' })
}

test('pg_ctl starts the server with its settings, says why it cannot, and ends it in order', async () => {
  const dataDir = makeDataDir(temporaryFolder())
  const clusterDir = join(dataDir, 'postgres')
  const logged: string[] = []
  const server = await runAsOnWindows(clusterDir, logged)
  onTestFinished(() => server.stop())
  expect(readPostmaster(dataDir)).toEqual({ pid: server.pid, port: server.port })

  const client = new pg.Client(databaseUrl('postgres', readPasswords(dataDir), server.port))
  // The end of the server breaks its connections.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query("select current_setting('log_line_prefix') as prefix")
  expect(rows).toEqual([{ prefix: '%m [%p] %u ' }])

  await expect(runAsOnWindows(clusterDir)).rejects.toThrow(
    /^PostgreSQL did not start: [\s\S]*lock file "postmaster.pid" already exists/,
  )
  await server.stop()
  await server.ended
  expect(logged.at(-1)).toContain('database system is shut down')
  expect(existsSync(join(clusterDir, 'postmaster.pid'))).toBe(false)
})
