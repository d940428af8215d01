import pg from 'pg'
import { PlainError } from '../plain-error'
import { type Migration, readMigrations, record } from './migrations'
import { runStatements } from './run-file'

/** A migration that takes longer is announced, because large data may keep it at work for minutes. */
const PATIENCE_MS = 2_000

/**
 * Applies every new file of `supabaseDir/migrations` in order, each in its own transaction, and records it
 * where the Supabase CLI does.
 *
 * @param url address for the role `postgres`, which is no superuser, as on a hosted project
 * @param last the last version to apply; all by default
 * @param say gets a line for the person who waits while a file takes more than two seconds, and one after it
 * @returns the names of the applied files
 * @throws PlainError if a file fails (with file, line and message), or if applied migrations have since been
 * changed or removed
 */
export async function migrate(options: {
  url: string
  supabaseDir: string
  last?: string
  say?: (line: string) => void
}): Promise<string[]> {
  const { supabaseDir, last, say = () => {} } = options
  const wanted = readMigrations(supabaseDir).filter(({ version }) => !last || version <= last)
  const client = new pg.Client({ connectionString: options.url })
  await client.connect()
  try {
    await client.query(bookkeeping)
    const pending = await findPending(client, wanted)
    for (const [before, migration] of pending.entries()) {
      await announce(migration, { before, of: pending.length, say }, () => apply(client, migration))
    }
    // A running PostgREST reads the schema again after this message.
    if (pending.length > 0) await client.query("notify pgrst, 'reload schema'")
    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

// The first table is identical to the CLI's; additional data has its own table.
const bookkeeping = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key,
    statements text[],
    name text
  );
  create table if not exists supabase_migrations.checksums (
    version text not null primary key
      references supabase_migrations.schema_migrations on delete cascade,
    sha256 text not null
  );
`

async function findPending(client: pg.Client, wanted: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ version: string; name: string; sha256: string | null }>(
    `select version, m.name, c.sha256
     from supabase_migrations.schema_migrations m
     left join supabase_migrations.checksums c using (version)`,
  )
  const applied = new Map(rows.map((row) => [row.version, row]))
  for (const { version, name, checksum } of wanted) {
    const before = applied.get(version)
    if (before?.sha256 && before.sha256 !== checksum) {
      throw new PlainError(
        `${name} was changed after it had been applied to this data. ` +
          'Run npm run reset for fresh data, or put the change in a new migration.',
      )
    }
  }
  const known = new Set(wanted.map(({ version }) => version))
  const gone = rows.find(({ version }) => !known.has(version))
  if (gone) {
    throw new PlainError(
      `This data was made by a version of the project that has the migration ${gone.version}_${gone.name}.sql; this one does not. ` +
        'Start that version or a newer one, or run npm run reset for fresh data.',
    )
  }
  return wanted.filter(({ version }) => !applied.has(version))
}

async function announce(
  { version, title }: Migration,
  { before, of, say }: { before: number; of: number; say: (line: string) => void },
  act: () => Promise<void>,
): Promise<void> {
  const began = Date.now()
  const file = `${version}_${title}`
  const timer = setTimeout(() => say(`Applying ${file} (${before + 1} of ${of}) …`), PATIENCE_MS)
  await act().finally(() => clearTimeout(timer))
  const took = Date.now() - began
  if (took < PATIENCE_MS) return
  say(`Applied ${file} in ${Math.round(took / 1000)} s; ${of - before - 1} left.`)
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await runStatements(client, migration)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  // Session settings of one file must not affect the next.
  await client.query('discard all')
}
