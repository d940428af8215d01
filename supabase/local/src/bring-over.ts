import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { isDataDir, prepareDataDir } from './lock/data-dir'
import { takeLock } from './lock/lock'
import { endOrphans } from './lock/orphans'
import { applyBase } from './migrate/base'
import { migrate } from './migrate/migrate'
import { seed } from './migrate/seed'
import { LAST_OF_THE_SQUASH, squashedDataNotice } from './migrate/squashed-migrations'
import { errorCode, errorMessage, PlainError } from './plain-error'
import { startPostgres } from './postgres/start-postgres'

const projectSupabaseDir = fileURLToPath(new URL('../../', import.meta.url))

/** Tables that the migrations fill: their rows belong to the version, not to the data. */
const OF_THE_VERSION = ['public.role_permissions', 'private.export_lists']
const ROWS_AT_ONCE = 500

/** The number of copied rows of a table. */
export interface Brought {
  table: string
  rows: number
}

/**
 * Copies everything in a data folder from before the squash to a new folder: people with their passwords,
 * courses, access, completions, communities, records and mails. Its tables are those that the first
 * migrations create, so that rows are copied unchanged and without triggers. The next start applies the other
 * migrations, as for any older data. The old folder is only read.
 *
 * @param from a data folder that no backend uses
 * @param to an empty or missing folder
 * @returns the tables with rows, and their numbers
 * @throws PlainError if it is not possible; `to` is then unchanged
 */
export async function bringOver({ from, to }: { from: string; to: string }): Promise<Brought[]> {
  if (!isDataDir(from)) throw new PlainError(`${from} is not a data folder of Rookies.`)
  if (existsSync(to) && readdirSync(to).length > 0) {
    throw new PlainError(`${to} is not empty. Rename it, or point ROOKIES_DATA at a new folder.`)
  }
  const release = await takeLock(from, 0)
  try {
    await endOrphans(from, () => {})
    const source = await startPostgres({ dataDir: from, log: () => {} })
    try {
      await refuseOther(source.superuserUrl)
      return await fill(prepareDataDir(to), source.superuserUrl, from)
    } finally {
      await source.stop()
    }
  } finally {
    release()
  }
}

async function fill(to: string, sourceUrl: string, from: string): Promise<Brought[]> {
  try {
    const target = await startPostgres({ dataDir: to, log: () => {} })
    try {
      await applyBase(target.superuserUrl)
      const owner = { url: target.urlFor('postgres'), supabaseDir: projectSupabaseDir }
      await migrate({ ...owner, last: LAST_OF_THE_SQUASH })
      // No demo data is added, now or later.
      await seed({ ...owner, paths: [] })
      const brought = await copyRows(sourceUrl, target.superuserUrl)
      if (existsSync(join(from, 'mail'))) {
        cpSync(join(from, 'mail'), join(to, 'mail'), { recursive: true })
      }
      return brought
    } finally {
      await target.stop()
    }
  } catch (error) {
    for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true, force: true })
    throw error
  }
}

async function copyRows(sourceUrl: string, targetUrl: string): Promise<Brought[]> {
  const source = new pg.Client({ connectionString: sourceUrl })
  const target = new pg.Client({ connectionString: targetUrl })
  try {
    await source.connect()
    await target.connect()
    const [there, here] = [await tablesOf(source), await tablesOf(target)]
    await source.query('begin transaction isolation level repeatable read read only')
    await target.query('begin')
    // Triggers do not run, because the copied rows include what they wrote.
    await target.query("set local session_replication_role = 'replica'")
    const tables = [...there.keys()].filter((name) => !OF_THE_VERSION.includes(name))
    for (const table of tables) {
      if (here.has(table)) await target.query(`delete from ${table}`)
    }
    const brought: Brought[] = []
    for (const table of tables) {
      const rows = await copyTable(source, target, table, there.get(table), here.get(table))
      if (rows > 0) brought.push({ table, rows })
    }
    await copySequences(source, target)
    await target.query('commit')
    return brought
  } finally {
    await source.end()
    await target.end()
  }
}

async function refuseOther(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query<{ sha256: string }>(
      'select sha256 from supabase_migrations.checksums',
    )
    if (squashedDataNotice(rows.map(({ sha256 }) => sha256))) return
  } finally {
    await client.end()
  }
  throw new PlainError('You do not need to copy this data: npm start opens it where it is.')
}

/** Returns the columns with stored values of each of our tables, by the table's name. */
async function tablesOf(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname in ('auth', 'public', 'private') and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by 1 order by 1`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

async function copyTable(
  source: pg.Client,
  target: pg.Client,
  table: string,
  there: string[] = [],
  here: string[] = [],
): Promise<number> {
  const lost = there.filter((column) => !here.includes(column))
  let copied = 0
  await source.query(`declare old cursor for select to_jsonb(t)::text as row from ${table} t`)
  for (;;) {
    const { rows } = await source.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from old`)
    if (rows.length === 0) break
    if (lost.length > 0) {
      throw new PlainError(`This version cannot store ${table} (${lost.join(', ')}).`)
    }
    const columns = there.join(', ')
    try {
      await target.query(
        `insert into ${table} (${columns}) overriding system value
         select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [`[${rows.map(({ row }) => row).join(',')}]`],
      )
    } catch (error) {
      if (errorCode(error) !== '23514') throw error
      throw new PlainError(
        `A row of ${table} is not allowed any more: ${errorMessage(error)}. ` +
          'Correct it with the version that made it, then try again.',
      )
    }
    copied += rows.length
  }
  await source.query('close old')
  return copied
}

/** Continues each sequence from its old value. */
async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences
     where schemaname in ('auth', 'public', 'private') and last_value is not null`,
  )
  for (const { name, last } of rows) await target.query('select setval($1, $2)', [name, last])
}
