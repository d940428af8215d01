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
  /** Connection address for `supabase_admin`, the superuser. */
  superuserUrl: string
  /**
   * Returns the connection address for a login role: supabase_admin, postgres, authenticator or
   * supabase_auth_admin. Throws for others.
   */
  urlFor(role: string): string
}

/**
 * Starts PostgreSQL 17 on loopback, with its files in `dataDir/postgres`, which the first call creates. The
 * database is `postgres`, in UTF-8. The login roles (see `secrets.ts`) exist afterwards with their passwords
 * but without rights; `sql/roles.sql` grants those, and therefore alters the roles instead of creating them.
 *
 * The caller holds the lock of the data folder. Lines that the server logs are passed to `log`.
 *
 * @throws PlainError, with what to do, if PostgreSQL cannot run here
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
  const server = await keepRunning({
    clusterDir,
    log,
    launch: (port = options.port) => runServer({ binaries, clusterDir, runner, log, port }),
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
