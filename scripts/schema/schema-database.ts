import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { readConfig } from '../../supabase/local/src/config'
import type { Defaults } from '../../supabase/local/src/migrate/base'
import { PlainError } from '../../supabase/local/src/plain-error'
import { openScratchDatabase } from '../../supabase/local/src/scratch-database'

/** Returns the paths of the schema's files in the order in which they run, which is `schema_paths` of config.toml. */
export function schemaFiles(supabaseDir: string): string[] {
  return readConfig(join(supabaseDir, 'config.toml')).db.schemaPaths.map((path) =>
    join(supabaseDir, path),
  )
}

/**
 * Opens a temporary database from the files of `supabase/schema`, as `openScratchDatabase` does from the migrations.
 * @param options.defaults the default privileges before the first file runs
 * @throws PlainError with the file and the line if a file fails
 */
export async function openSchemaDatabase(
  supabaseDir: string,
  { defaults }: { defaults?: Defaults } = {},
): ReturnType<typeof openScratchDatabase> {
  // The files run like migrations: each in its own transaction, with a cached copy of the result.
  const dir = mkdtempSync(join(tmpdir(), 'rookies-schema-'))
  try {
    mkdirSync(join(dir, 'migrations'))
    for (const [index, path] of schemaFiles(supabaseDir).entries()) {
      const version = String(index + 1).padStart(4, '0')
      copyFileSync(path, join(dir, 'migrations', `${version}_${basename(path)}`))
    }
    return await openScratchDatabase({ supabaseDir: dir, defaults })
  } catch (error) {
    if (!(error instanceof PlainError)) throw error
    throw new PlainError(
      error.message.replaceAll(/supabase\/migrations\/\d{4}_/g, 'supabase/schema/'),
    )
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
