import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { copyFolder, copyMigratedCluster } from '../migrated-cluster'
import { startPostgres } from '../postgres/start-postgres'
import { MODEL_CLUSTER } from './model-cluster'

export interface TestCluster {
  /** A pool of the superuser, to prepare data and to check results. */
  admin: pg.Pool
  superuserUrl: string
  /** Returns the connection address for a login role. */
  urlFor(role: string): string
  /** Returns a pool for a login role. */
  poolFor(role: string): pg.Pool
  /** The lines of PostgreSQL's log. */
  logged: string[]
  /** A data folder that is removed with the cluster. */
  dataDir: string
  stop(): Promise<void>
}

/**
 * Starts a throw-away PostgreSQL with the state of a hosted project before its first migration
 * (supabase/local/sql), in a temporary folder, as a copy of the run's model. `stop` removes all of it.
 *
 * @param copy fills the data folder with something else
 */
export async function startCluster(
  copy: (dataDir: string) => void | Promise<void> = copyModel,
): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookies-test-'))
  const logged: string[] = []
  await copy(dataDir)
  const postgres = await startPostgres({ dataDir, log: (line) => logged.push(line) })
  const pools: pg.Pool[] = []
  const open = (connectionString: string) => {
    const pool = new pg.Pool({ connectionString })
    // A stopping server sends an error to connections that are still closing.
    pool.on('error', () => {})
    pools.push(pool)
    return pool
  }
  return {
    admin: open(postgres.superuserUrl),
    superuserUrl: postgres.superuserUrl,
    urlFor: postgres.urlFor,
    poolFor: (role) => open(postgres.urlFor(role)),
    logged,
    dataDir,
    async stop() {
      await Promise.all(pools.map((pool) => pool.end()))
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Creates the data folder of a backend in `dir`, with a copy of the run's model. The backend then starts without
 * creating a cluster, which takes longer than the rest of its start.
 */
export function makeDataDir(dir: string): string {
  const dataDir = join(dir, 'data')
  mkdirSync(dataDir)
  copyModel(dataDir)
  return dataDir
}

/** Does the same for a backend with the project's migrations, which are applied already. */
export async function makeMigratedDataDir(dir: string): Promise<string> {
  const dataDir = join(dir, 'data')
  mkdirSync(dataDir)
  await copyMigratedCluster({ dataDir })
  return dataDir
}

function copyModel(dataDir: string): void {
  const model = process.env[MODEL_CLUSTER]
  if (!model) throw new Error(`${MODEL_CLUSTER} is not set: see supabase/local/vitest.config.ts`)
  copyFolder(model, dataDir)
}
