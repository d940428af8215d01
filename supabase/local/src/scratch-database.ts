import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applyBase, type Defaults } from './migrate/base'
import { migrate } from './migrate/migrate'
import { startPostgres } from './postgres/start-postgres'

const projectSupabaseDir = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Opens a throw-away PostgreSQL with all migrations and no data, in a new folder.
 * @param options.supabaseDir folder with the migrations; the project's by default
 * @param options.defaults default privileges before the first migration
 * @returns the connection address for the role `postgres`, the folder, and a function that removes both
 * @throws PlainError if PostgreSQL cannot run here or a migration fails
 */
export async function openScratchDatabase(
  options: { supabaseDir?: string; defaults?: Defaults } = {},
): Promise<{
  url: string
  dir: string
  close(): Promise<void>
}> {
  const dir = mkdtempSync(join(tmpdir(), 'rookies-scratch-'))
  const remove = () => rmSync(dir, { recursive: true, force: true })
  try {
    const postgres = await startPostgres({ dataDir: dir, log: () => {} })
    const close = async () => {
      await postgres.stop()
      remove()
    }
    try {
      await applyBase(postgres.superuserUrl, options)
      const url = postgres.urlFor('postgres')
      await migrate({ url, supabaseDir: options.supabaseDir ?? projectSupabaseDir })
      return { url, dir, close }
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    remove()
    throw error
  }
}
