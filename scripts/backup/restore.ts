import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { errorMessage, PlainError } from '../../supabase/local/src/plain-error'
import type { Erasures } from './erasures'
import { type BackupFolder, measure } from './folder'
import { type CopiedFile, type CopiedTable, checkBackup, type Manifest } from './manifest'
import { forEachAtOnce, type StorageApi } from './stored-files'
import { copyIn, copyOut, migrationsOf, type Table, tablesOf } from './tables'

/** The project into which a backup is restored. */
interface RestoreTarget {
  client: pg.Client
  storage: StorageApi
}

export interface Restored {
  manifest: Manifest
  /** Number of accounts that were deleted after the backup, and that the restore deleted again. */
  erased: number
  /** Whether maintenance mode is on, which tells visitors and members that the product is being worked on. */
  maintenance: boolean
}

/**
 * Restores a backup into an empty project with the same migrations. The files are sent first. The rows, which make
 * files visible, follow in one transaction, so nobody sees a partial state. Every file and table is read again and
 * compared with the backup. Then accounts that were deleted after the backup are deleted again
 * (rules/accounts#erasure).
 * @throws PlainError if the project is not empty or has other migrations, or something differs; the database is then
 * as it was
 */
export async function restore(
  folder: BackupFolder,
  { client, storage }: RestoreTarget,
  erasures: Erasures,
): Promise<Restored> {
  const manifest = await checkBackup(folder)
  await checkMigrations(client, manifest)
  await checkEmpty(client, manifest)
  const { rows: there } = await client.query<{ id: string }>('select id from storage.buckets')
  const known = new Set(there.map(({ id }) => id))
  for (const bucket of manifest.buckets) if (!known.has(bucket.id)) await storage.addBucket(bucket)
  await forEachAtOnce(manifest.files, (file) => sendFile(folder, storage, file))
  await client.query('begin')
  try {
    const erased = await restoreDatabase(folder, client, manifest, erasures)
    const { rows } = await client.query<{ on: boolean }>(
      'select maintenance_mode as on from public.settings',
    )
    await client.query('commit')
    return { manifest, erased, maintenance: rows[0]?.on ?? false }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * Checks that the project has the migrations of the backup. The rows of another version do not fit, because
 * migrations also change rows.
 */
async function checkMigrations(client: pg.Client, { migrations, commit }: Manifest) {
  const applied = (await migrationsOf(client)) ?? []
  const lacks = migrations.filter((name) => !applied.includes(name))
  const more = applied.filter((name) => !migrations.includes(name))
  if (lacks.length + more.length === 0) return
  const say = (names: string[], what: string) =>
    names.length > 0 ? [`${what} ${names.length}, such as ${names.at(-1)}`] : []
  throw new PlainError(
    `This project and the backup have different migrations: the project ${[...say(lacks, 'lacks'), ...say(more, 'has more:')].join(' and ')}. ` +
      `Rows fit only the tables of their own version. Check out ${commit ? `its version (git checkout ${commit.slice(0, 8)})` : `the version whose newest migration is ${migrations.at(-1)}`}, bring an empty project to it, restore there, and upgrade then.`,
  )
}

/** Checks that the project is empty. It may have files of this backup, which an interrupted restore has sent. */
async function checkEmpty(client: pg.Client, { files }: Manifest) {
  const { rows } = await client.query<{ accounts: number; courses: number; files: number }>(
    `select (select count(*)::int from auth.users) as accounts, (select count(*)::int from public.courses) as courses,
      (select count(*)::int from storage.objects o where not o.bucket_id || '/' || o.name = any ($1)) as files`,
    [files.map(({ object }) => `${object.bucket_id}/${object.name}`)],
  )
  const found = Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0)
  if (found.length === 0) return
  throw new PlainError(
    `This project has ${found.map(([what, count]) => `${count} ${what}`).join(', ')}. A backup is restored into an empty project only, so that it overwrites nothing. Nothing was changed.`,
  )
}

async function sendFile(folder: BackupFolder, storage: StorageApi, copied: CopiedFile) {
  const { object, file, bytes, sha256 } = copied
  await storage.write(object, folder.read(file), bytes)
  const stored = await storage.read(object)
  if (stored && (await measure(stored)).sha256 === sha256) return
  throw new PlainError(
    `${object.bucket_id}/${object.name} came back from the project's storage with other bytes.`,
  )
}

/** @returns number of accounts that were deleted again */
async function restoreDatabase(
  folder: BackupFolder,
  client: pg.Client,
  manifest: Manifest,
  erasures: Erasures,
): Promise<number> {
  // Turns off triggers and foreign keys, because the copied rows already contain the effects of triggers and are
  // consistent.
  await client.query('set local session_replication_role = replica')
  const checks = await dropUnvalidatedChecks(client)
  const { sequences, files } = manifest
  const tables = pairTables(await tablesOf(client), manifest.tables)
  const own = tables.map(([{ name }]) => name).filter((name) => !name.startsWith('auth.'))
  await client.query(`truncate ${own.join(', ')}`)
  for (const [table, { file }] of tables) await fillTable(folder.read(file), client, table)
  for (const { name, value } of sequences) {
    await client.query('select setval($1::regclass, $2)', [name, value])
  }
  await client.query(
    `update storage.objects o set owner = f.owner, owner_id = f.owner_id, user_metadata = f.user_metadata,
       created_at = f.created_at, updated_at = f.updated_at, last_accessed_at = f.last_accessed_at,
       metadata = o.metadata || jsonb_strip_nulls(jsonb_build_object(
         'mimetype', f.metadata -> 'mimetype', 'cacheControl', f.metadata -> 'cacheControl'))
     from jsonb_to_recordset($1) f (bucket_id text, name text, owner uuid, owner_id text, metadata jsonb,
       user_metadata jsonb, created_at timestamptz, updated_at timestamptz, last_accessed_at timestamptz)
     where o.bucket_id = f.bucket_id and o.name = f.name`,
    [JSON.stringify(files.map(({ object }) => object))],
  )
  for (const [table, wanted] of tables) await compareTable(client, table, wanted)
  for (const statement of checks) await client.query(statement)
  await client.query('set local session_replication_role = origin')
  // The triggers of deleted accounts erase what the rule requires, and record the erasure.
  const gone = await client.query('delete from auth.users where id = any ($1::uuid[])', [
    erasures.ids,
  ])
  return gone.rowCount ?? 0
}

/**
 * Drops checks that older rows need not satisfy, because PostgreSQL applies a check to every row that is inserted.
 * @returns the statements that create the checks again
 */
async function dropUnvalidatedChecks(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
     from pg_catalog.pg_constraint c join pg_catalog.pg_namespace n on n.oid = c.connamespace
     where n.nspname in ('public', 'private') and c.contype = 'c' and not c.convalidated`,
  )
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${name}`)
  }
  return rows.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  )
}

/**
 * Returns each table of the project with its copy. Statements contain only the project's names, never names from a
 * backup.
 */
function pairTables(tables: Table[], copied: CopiedTable[]): [Table, CopiedTable][] {
  const left = new Map(copied.map((one) => [one.name, one]))
  const found = tables.flatMap((table): [Table, CopiedTable][] => {
    const one = left.get(table.name)
    if (one && `${one.columns}` === `${table.columns}`) left.delete(table.name)
    return one ? [[table, one]] : []
  })
  if (left.size === 0 && found.length === tables.length) return found
  const lacking = tables.filter(({ name }) => !copied.some((one) => one.name === name))
  const names = [...left.keys(), ...lacking.map(({ name }) => name)]
  throw new PlainError(
    `The backup and this project have the same migrations, but differ in ${names.join(', ')}: somebody changed one of them by hand. npm run doctor says what.`,
  )
}

async function fillTable(rows: AsyncIterable<Buffer>, client: pg.Client, table: Table) {
  const stream = client.query(copyFrom(copyIn(table)))
  await pipeline(rows, stream).catch((error: unknown) => {
    if (error instanceof PlainError) throw error
    throw new PlainError(`${table.name} could not be filled: ${errorMessage(error)}.`)
  })
}

async function compareTable(client: pg.Client, table: Table, { rows, sha256 }: CopiedTable) {
  const stream = client.query(copyTo(copyOut(table)))
  if ((await measure(stream)).sha256 === sha256) return
  throw new PlainError(
    `${table.name} differs from the backup after it was filled: ${stream.rowCount} rows, ${rows} expected. Nothing was restored.`,
  )
}
