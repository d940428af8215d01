import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readSqlFile, runStatements } from './run-file'

/**
 * Gives the database what a hosted project has before its first migration (`supabase/local/sql`):
 * roles, the schemas `auth`, `storage`, `extensions` and `realtime`, default privileges. Runs at every start; the
 * files are written to be run again.
 *
 * @param superuserUrl address for the superuser
 * @throws PlainError that names file and line when one fails.
 */
export async function applyBase(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    for (const file of ['roles.sql', 'auth.sql', 'storage.sql', 'realtime.sql']) {
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
