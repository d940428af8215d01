import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { copyMigratedCluster } from '../local/src/migrated-cluster'
import { startPostgres } from '../local/src/postgres/start-postgres'

/** Starts one throw-away PostgreSQL with the project's migrations and no seed data, for all test files. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookies-tests-'))
  // The database begins without default privileges; the tests over the wire begin with them.
  await copyMigratedCluster({ dataDir, defaults: 'nothing' })
  const postgres = await startPostgres({ dataDir, log: () => {} })
  // The copied database may be old, so that its worker would count as stopped. It counts as having run now.
  const owner = new pg.Client(postgres.urlFor('postgres'))
  await owner.connect()
  await owner.query('update private.motor set turned_at = now(), mailed_at = now()')
  await owner.end()
  project.provide('databaseUrls', {
    owner: postgres.urlFor('postgres'),
    auth: postgres.urlFor('supabase_auth_admin'),
  })
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
