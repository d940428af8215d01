import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { RAISED_LIMITS } from '../../local/src/config'
import { freePort } from '../../local/src/free-port'
import { localAnonKey, localJwtSecret, localServiceKey } from '../../local/src/gateway/local-keys'
import { startBackend } from '../../local/src/main'
import { copyMigratedCluster } from '../../local/src/migrated-cluster'
import type { Project } from './project'

/**
 * Names the project under test for all files: the one in PROJECT_UNDER_TEST (`npm run test:real`), or else a throw-away
 * backend with the project's migrations and seeds.
 */
export default async function setup(tests: TestProject) {
  const named = process.env.PROJECT_UNDER_TEST
  if (named) {
    const project: Project = JSON.parse(named)
    tests.provide('project', project)
    // Only the embedded backend lets its sign-in service's role log in from outside.
    tests.provide('databaseUrls', { owner: project.databaseUrl, auth: project.databaseUrl })
    return
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'rookies-wire-'))
  await copyMigratedCluster({ dataDir })
  const backend = await startBackend({ dataDir, port: await freePort(), limits: RAISED_LIMITS })
  const owner = backend.databaseUrl('postgres')
  tests.provide('project', {
    ...{ site: backend.url, url: backend.url, mailUrl: backend.url, databaseUrl: owner },
    mayDiffer: false,
    ...{ anonKey: localAnonKey, serviceKey: localServiceKey, jwtSecret: localJwtSecret },
  })
  tests.provide('databaseUrls', { owner, auth: backend.databaseUrl('supabase_auth_admin') })
  return async () => {
    await backend.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
