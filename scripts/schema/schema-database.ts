import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { readConfig } from '../../supabase/local/src/config'
import type { Defaults } from '../../supabase/local/src/migrate/base'
import { PlainError } from '../../supabase/local/src/plain-error'
import { openScratchDatabase } from '../../supabase/local/src/scratch-database'

/** Returns the paths of the files of the schema, in the order in which they run: `schema_paths` of config.toml. */
export function schemaFiles(supabaseDir: string): string[] {
  return readConfig(join(supabaseDir, 'config.toml')).db.schemaPaths.map((path) =>
    join(supabaseDir, path),
  )
}

/**
 * Opens a throw-away database that the files of `supabase/schema` made, like `openScratchDatabase` for the migrations.
 * @param options.defaults default privileges before the first file
 * @throws PlainError with file and line if a file fails
 */
export async function openSchemaDatabase(
  supabaseDir: string,
  { defaults }: { defaults?: Defaults } = {},
): ReturnType<typeof openScratchDatabase> {
  // The files run as migrations do: each in its own transaction, and with a kept copy of the result.
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
