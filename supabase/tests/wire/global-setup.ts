import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../local/src/free-port'
import { startBackend } from '../../local/src/main'
import { copyMigratedCluster } from '../../local/src/migrated-cluster'

/** All tests use the same network address, and send more requests than the limit for five minutes. */
const limits = { emailSent: 10_000, signInSignUps: 10_000, tokenVerifications: 2000 }

/** Starts one throw-away backend with the project's migrations and seeds, for all files. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookies-wire-'))
  await copyMigratedCluster({ dataDir })
  const backend = await startBackend({ dataDir, port: await freePort(), limits })
  project.provide('backendUrl', backend.url)
  project.provide('databaseUrls', {
    owner: backend.databaseUrl('postgres'),
    auth: backend.databaseUrl('supabase_auth_admin'),
  })
  return async () => {
    await backend.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the backend under test. */
    backendUrl: string
  }
}
