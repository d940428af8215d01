import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applyBase } from './migrate/base'
import { migrate } from './migrate/migrate'
import { startPostgres } from './postgres/start-postgres'

const projectSupabaseDir = fileURLToPath(new URL('../../', import.meta.url))

/**
 * A throw-away PostgreSQL with all migrations and no data, in a folder of its own.
 * @returns the address for the role `postgres`, the folder, and what removes every trace
 * @throws PlainError when PostgreSQL cannot run here or a migration fails.
 */
export async function openScratchDatabase(): Promise<{
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
      await applyBase(postgres.superuserUrl)
      const url = postgres.urlFor('postgres')
      await migrate({ url, supabaseDir: resolve(projectSupabaseDir) })
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
