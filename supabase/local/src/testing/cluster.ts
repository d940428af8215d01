import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../postgres/start-postgres'
import { MODEL_CLUSTER } from './model-cluster'

export interface TestCluster {
  /** As the superuser: to prepare, and to look at what happened. */
  admin: pg.Pool
  superuserUrl: string
  /** Address for one of the login roles. */
  urlFor(role: string): string
  /** A pool for one of the login roles. */
  poolFor(role: string): pg.Pool
  /** What PostgreSQL wrote into its log. */
  logged: string[]
  /** A data folder that goes with the cluster. */
  dataDir: string
  stop(): Promise<void>
}

/**
 * A throw-away PostgreSQL with what a hosted project has before its first migration
 * (supabase/local/sql), in a temporary folder: a copy of the run's model. `stop` removes every trace.
 */
export async function startCluster(): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookies-test-'))
  const logged: string[] = []
  copyModel(dataDir)
  const postgres = await startPostgres({ dataDir, log: (line) => logged.push(line) })
  const pools: pg.Pool[] = []
  const open = (connectionString: string) => {
    const pool = new pg.Pool({ connectionString })
    // The server takes its leave of connections that are still closing when it stops.
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

/** With owners and modes: PostgreSQL runs as another user than root, and insists on owning its files. */
function copyModel(dataDir: string): void {
  const model = process.env[MODEL_CLUSTER]
  if (!model) throw new Error(`${MODEL_CLUSTER} is not set: see supabase/local/vitest.config.ts`)
  const { status, stderr } = spawnSync('cp', ['-a', `${model}/.`, dataDir], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The model cluster could not be copied: ${stderr}`)
}
