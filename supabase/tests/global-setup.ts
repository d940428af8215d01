import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { applyBase } from '../local/src/migrate/base'
import { migrate } from '../local/src/migrate/migrate'
import { startPostgres } from '../local/src/postgres/start-postgres'

/** Starts one throw-away PostgreSQL with the project's migrations and no seed data, for all test files. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookies-tests-'))
  const lines: string[] = []
  const postgres = await startPostgres({ dataDir, log: (line) => lines.push(line) })
  // The database begins without default privileges; the tests over the wire begin with them.
  await applyBase(postgres.superuserUrl, { defaults: 'nothing' })
  await migrate({
    url: postgres.urlFor('postgres'),
    supabaseDir: fileURLToPath(new URL('..', import.meta.url)),
  })
  project.provide('databaseUrls', {
    owner: postgres.urlFor('postgres'),
    auth: postgres.urlFor('supabase_auth_admin'),
  })
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
