import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyBase } from '../migrate/base'
import { startPostgres } from '../postgres/start-postgres'

/** The variable with the data folder that `startCluster` copies. */
export const MODEL_CLUSTER = 'ROOKIES_TEST_CLUSTER'

/**
 * Creates one stopped PostgreSQL with the state of a hosted project before its first migration
 * (supabase/local/sql), for all files of a run, because copying it is faster than creating another.
 */
export default async function makeModelCluster(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookies-model-'))
  const postgres = await startPostgres({ dataDir, log: () => {} })
  await applyBase(postgres.superuserUrl)
  await postgres.stop()
  process.env[MODEL_CLUSTER] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
