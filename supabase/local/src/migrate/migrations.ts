import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { readSqlFile, type SqlFile } from './run-file'

/** A file of the folder `migrations`. */
export type Migration = SqlFile & { version: string; title: string; checksum: string }

/** Reads the files of the folder `migrations`, in order. */
export function readMigrations(supabaseDir: string): Migration[] {
  return readdirSync(join(supabaseDir, 'migrations'))
    .filter((file) => /^\d+_.*\.sql$/.test(file))
    .sort()
    .map((file) => {
      const content = readSqlFile(
        join(supabaseDir, 'migrations', file),
        `supabase/migrations/${file}`,
      )
      const [version = ''] = file.split('_', 1)
      return {
        ...content,
        version,
        title: basename(file, '.sql').slice(version.length + 1),
        // A checkout with other line ends contains the same migration.
        checksum: createHash('sha256').update(content.text.replaceAll('\r\n', '\n')).digest('hex'),
      }
    })
}

/** Records a migration where the Supabase CLI does, and its checksum. */
export async function record(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(
    `insert into supabase_migrations.schema_migrations (version, name, statements)
     values ($1, $2, $3)`,
    [migration.version, migration.title, migration.statements.map(({ text }) => text)],
  )
  await client.query(
    'insert into supabase_migrations.checksums (version, sha256) values ($1, $2)',
    [migration.version, migration.checksum],
  )
}
