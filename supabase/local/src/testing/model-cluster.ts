import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyBase } from '../migrate/base'
import { startPostgres } from '../postgres/start-postgres'

/** Names the data folder that `startCluster` copies. */
export const MODEL_CLUSTER = 'ROOKIES_TEST_CLUSTER'

/**
 * For all files of a run: one initialised PostgreSQL with what a hosted project has before its first
 * migration (supabase/local/sql), stopped. To copy it is quicker than to make another.
 */
export default async function makeModelCluster(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookies-model-'))
  const postgres = await startPostgres({ dataDir, log: () => {} })
  await applyBase(postgres.superuserUrl)
  await postgres.stop()
  process.env[MODEL_CLUSTER] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
