import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres } from './binaries'
import { createCluster } from './create-cluster'
import { keepRunning } from './keep-running'
import { ensureLoginRoles } from './login-roles'
import { databaseUrl, loginRoles, readPasswords } from './secrets'
import { runServer, type ServerProcess } from './server-process'
import { unprivilegedRunner } from './unprivileged'

export type Postgres = ServerProcess & {
  /** Address for `supabase_admin`, the superuser. */
  superuserUrl: string
  /**
   * Address for one of the login roles: supabase_admin, postgres, authenticator,
   * supabase_auth_admin. Throws for any other.
   */
  urlFor(role: string): string
}

/**
 * Starts PostgreSQL 17 on loopback, with its files in `dataDir/postgres`, which the first call
 * creates. The database is `postgres`, UTF-8. The login roles (see `secrets.ts`) exist with their
 * passwords afterwards and have no rights of their own yet: what they may do is `sql/roles.sql`'s
 * to say, which therefore alters them instead of creating them.
 *
 * The caller holds the data folder's lock. Lines that the server writes go to `log`.
 *
 * @throws PlainError when it cannot run here, with what to do about it.
 */
export async function startPostgres(options: {
  dataDir: string
  log: (line: string) => void
  port?: number
}): Promise<Postgres> {
  mkdirSync(options.dataDir, { recursive: true })
  const dataDir = realpathSync(options.dataDir)
  const clusterDir = join(dataDir, 'postgres')
  const binaries = findPostgres()
  const runner = unprivilegedRunner([clusterDir, binaries.postgres])
  const passwords = readPasswords(dataDir)
  const superuser = 'supabase_admin'
  createCluster({ clusterDir, binaries, runner, superuser, password: passwords[superuser] })

  const { log } = options
  const program = binaries.postgres
  const server = await keepRunning({
    clusterDir,
    log,
    launch: (port = options.port) => runServer({ program, clusterDir, runner, log, port }),
  })

  const urlFor = (role: string) => {
    const known = loginRoles.find((name) => name === role)
    if (!known) throw new Error(`${role} is not a login role`)
    return databaseUrl(known, passwords, server.port)
  }
  try {
    await ensureLoginRoles(urlFor(superuser), passwords)
  } catch (error) {
    await server.stop()
    throw error
  }
  return Object.assign(server, { superuserUrl: urlFor(superuser), urlFor })
}
