import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import pg from 'pg'
import { readSqlFile, runStatements } from './run-file'

/**
 * Fills a database that was just created with the seed files, as the role `postgres`, all in one
 * transaction. Done once in the life of a data folder: later calls do nothing, even when there was
 * nothing to seed the first time.
 *
 * @param paths `[db.seed] sql_paths` of config.toml: relative to `supabaseDir`, globs allowed
 * @returns the names of the files that were run now
 * @throws PlainError that names file and line when one fails; the database is then unseeded.
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
    // The Supabase CLI's table; that it exists is what says "seeded".
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

/** `*` and `?` stay within a folder, `**` goes through folders. */
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
