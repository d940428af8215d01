import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import pg from 'pg'
import { readSqlFile, runStatements } from './run-file'

/**
 * Runs the seed files on a new database, as the role `postgres`, in one transaction. This happens once for
 * each data folder: later calls do nothing, even if there were no seeds the first time.
 *
 * @param paths `[db.seed] sql_paths` of config.toml: relative to `supabaseDir`, with globs
 * @returns the names of the files that ran
 * @throws PlainError that names file and line; the database then has no seed data
 */
export async function seed(options: {
  url: string
  supabaseDir: string
  paths: string[]
}): Promise<string[]> {
  const { url, supabaseDir, paths } = options
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ done: boolean }>(
      "select to_regclass('supabase_migrations.seed_files') is not null as done",
    )
    if (rows[0]?.done) return []
    const files = findFiles(supabaseDir, paths).map((path) =>
      readSqlFile(join(supabaseDir, path), `supabase/${path}`),
    )
    await client.query('begin')
    // The Supabase CLI creates this table too; its existence means that the database has seeds.
    await client.query(
      'create table supabase_migrations.seed_files (path text not null primary key, hash text not null)',
    )
    for (const file of files) {
      await runStatements(client, file)
      await client.query(
        'insert into supabase_migrations.seed_files (path, hash) values ($1, $2)',
        [file.name, createHash('sha256').update(file.text).digest('hex')],
      )
    }
    await client.query('commit')
    return files.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

function findFiles(supabaseDir: string, patterns: string[]): string[] {
  const all = readdirSync(supabaseDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sql'))
    .map((entry) => relative(supabaseDir, join(entry.parentPath, entry.name)))
    .map((path) => path.split(sep).join('/'))
    .sort()
  return [...new Set(patterns.map(globPattern).flatMap((glob) => all.filter((p) => glob.test(p))))]
}

/** `*` and `?` match within a folder, `**` across folders. */
function globPattern(glob: string): RegExp {
  const source = posix
    .normalize(glob)
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*|\?/g, (wildcard) => {
      if (wildcard === '**/') return '(?:.*/)?'
      if (wildcard === '**') return '.*'
      return wildcard === '*' ? '[^/]*' : '[^/]'
    })
  return new RegExp(`^${source}$`)
}
