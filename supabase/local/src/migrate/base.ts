import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readSqlFile, runStatements } from './run-file'

/**
 * The default privileges of a project in the schema `public`: all privileges, as on older hosted projects, or none, as
 * on newer ones.
 */
export type Defaults = 'everything' | 'nothing'

/**
 * Creates what a hosted project has before its first migration (`supabase/local/sql`): roles, and the schemas
 * `auth`, `storage`, `extensions` and `realtime`. Runs at every start; the files can run again. Default
 * privileges are granted only before the first migration, because migrations may revoke them.
 *
 * @param superuserUrl address for the superuser
 * @throws PlainError that names the file and line of a failed statement
 */
export async function applyBase(
  superuserUrl: string,
  { defaults = 'everything' }: { defaults?: Defaults } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ migrated: boolean }>(
      "select to_regclass('supabase_migrations.schema_migrations') is not null as migrated",
    )
    const grants = rows[0]?.migrated ? [] : [defaultsFiles[defaults]]
    for (const file of ['roles.sql', ...grants, 'auth.sql', 'storage.sql', 'realtime.sql']) {
      const path = fileURLToPath(new URL(`../../sql/${file}`, import.meta.url))
      await client.query('begin')
      await runStatements(client, readSqlFile(path, `supabase/local/sql/${file}`))
      await client.query('commit')
      await client.query('discard all')
    }
  } finally {
    await client.end()
  }
}

const defaultsFiles: Record<Defaults, string> = {
  everything: 'grants-everything.sql',
  nothing: 'grants-nothing.sql',
}
