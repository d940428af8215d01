import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Defaults } from './migrate/base'
import { copyMigratedCluster } from './migrated-cluster'
import { startPostgres } from './postgres/start-postgres'

/**
 * Opens a throw-away PostgreSQL with all migrations and no data, in a new folder.
 * @param options.supabaseDir folder with the migrations; the project's by default
 * @param options.defaults default privileges before the first migration
 * @param options.last the last version to apply; all by default
 * @returns the connection address for the role `postgres`, the folder, and a function that removes both
 * @throws PlainError if PostgreSQL cannot run here or a migration fails
 */
export async function openScratchDatabase(
  options: { supabaseDir?: string; defaults?: Defaults; last?: string } = {},
): Promise<{
  url: string
  dir: string
  close(): Promise<void>
}> {
  const dir = mkdtempSync(join(tmpdir(), 'rookies-scratch-'))
  const remove = () => rmSync(dir, { recursive: true, force: true })
  try {
    await copyMigratedCluster({ dataDir: dir, ...options })
    const postgres = await startPostgres({ dataDir: dir, log: () => {} })
    const close = async () => {
      await postgres.stop()
      remove()
    }
    return { url: postgres.urlFor('postgres'), dir, close }
  } catch (error) {
    remove()
    throw error
  }
}
