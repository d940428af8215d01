import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { isDiskFull } from '../../supabase/local/src/disk-full'
import { errorMessage, PlainError } from '../../supabase/local/src/plain-error'
import { readErasedIds } from './erasures'
import type { BackupFolder } from './folder'
import {
  type Bucket,
  type CopiedFile,
  type CopiedTable,
  type Manifest,
  type StoredObject,
  writeManifest,
} from './manifest'
import { forEachAtOnce, type ReadObject } from './stored-files'
import { copyOut, migrationsOf, type Table, tablesOf } from './tables'
import { commitWith } from './version'

/**
 * Writes a backup of a project: the database as it is at one moment, even while people write, and then the files of
 * that moment. A file that is removed in between is missing, and the manifest names it.
 * @throws PlainError if a file or a table cannot be read
 */
export async function makeBackup(
  source: { address: string; client: pg.Client; read: ReadObject },
  folder: BackupFolder,
): Promise<Manifest> {
  const { client } = source
  await client.query('begin transaction isolation level repeatable read, read only')
  const migrations = await migrationsOf(client)
  if (!migrations) throw new PlainError('This database has no migrations, and nothing to back up.')
  const made = new Date().toISOString()
  const tables: CopiedTable[] = []
  for (const table of await tablesOf(client)) tables.push(await copyTable(client, table, folder))
  const objects = await rowsOf<StoredObject>(
    client,
    `select bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at
     from storage.objects order by bucket_id collate "C", name collate "C"`,
  )
  const buckets = await rowsOf<Bucket>(
    client,
    'select id, name, public, file_size_limit, allowed_mime_types from storage.buckets order by id',
  )
  const erased = await readErasedIds(client)
  // A snapshot does not cover sequences. They are read after the rows, so their values cannot be too low.
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_catalog.pg_sequences
     where schemaname in ('public', 'private') and last_value is not null order by 1`,
  )
  await client.query('commit')
  const { files, missing } = await copyFiles(objects, source.read, folder)
  const manifest: Manifest = {
    ...{ format: 1, made, project: source.address, commit: commitWith(migrations), migrations },
    ...{ tables, sequences, buckets, files, missing, erased },
  }
  await writeManifest(folder, manifest)
  return manifest
}

async function copyTable(
  client: pg.Client,
  table: Table,
  folder: BackupFolder,
): Promise<CopiedTable> {
  const { name, columns } = table
  const file = `tables/${name.replaceAll('"', '')}.copy.gz`
  const stream = client.query(copyTo(copyOut(table)))
  const measured = await folder.write(file, stream).catch(explainReadError(name))
  return { name, columns, rows: stream.rowCount, file, ...measured }
}

async function copyFiles(objects: StoredObject[], read: ReadObject, folder: BackupFolder) {
  const files: (CopiedFile | undefined)[] = []
  const missing: string[] = []
  await forEachAtOnce(objects.entries(), async ([index, object]) => {
    const content = await read(object)
    if (!content) {
      missing.push(`${object.bucket_id}/${object.name}`)
      return
    }
    // Files are numbered, because a file system may refuse their names, and names can contain personal data.
    const file = `files/${String(index + 1).padStart(6, '0')}`
    const objectName = `${object.bucket_id}/${object.name}`
    const measured = await folder.write(file, content).catch(explainReadError(objectName))
    files[index] = { object, file, ...measured }
  })
  return { files: files.filter((file) => file !== undefined), missing: missing.sort() }
}

/** Returns an error that says what was being read when a connection broke. */
const explainReadError = (what: string) => (error: unknown) => {
  if (error instanceof PlainError || isDiskFull(error)) throw error
  throw new PlainError(`${what} could not be copied: ${errorMessage(error)}. Run it again.`)
}

/** Reads rows with dates in the format of JSON. */
async function rowsOf<T>(client: pg.Client, query: string): Promise<T[]> {
  const { rows } = await client.query<{ row: T }>(`select to_jsonb(q) as row from (${query}) q`)
  return rows.map(({ row }) => row)
}
