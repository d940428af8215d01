import { existsSync } from 'node:fs'
import { PlainError } from '../../supabase/local/src/plain-error'
import { type BackupFolder, type Measure, measure } from './folder'

/** A copied table, with its columns in the order of the copied data. */
export interface CopiedTable extends Measure {
  /** Schema and table, such as `public.courses`, in quotes where SQL needs them. */
  name: string
  columns: string[]
  rows: number
  /** The name of the file in the backup. */
  file: string
}

/** A row of storage.objects, with dates in ISO format. */
export interface StoredObject {
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  version: string | null
  metadata: Record<string, unknown> | null
  user_metadata: Record<string, unknown> | null
  created_at: string
  updated_at: string
  last_accessed_at: string
}

export interface CopiedFile extends Measure {
  object: StoredObject
  file: string
}

export interface Bucket {
  id: string
  name: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

/** The description of a backup. It is written last, so a folder without a manifest is an incomplete backup. */
export interface Manifest {
  format: 1
  /** The start of the backup as an ISO date. */
  made: string
  /** The address of the project. */
  project: string
  /** A commit of this repository with these migrations, if git knows one. */
  commit: string | null
  /** The applied migrations, as version_name, in order. */
  migrations: string[]
  tables: CopiedTable[]
  sequences: { name: string; value: string }[]
  buckets: Bucket[]
  files: CopiedFile[]
  /** Files, as bucket/name, that were removed while the backup was made. */
  missing: string[]
  /** The ids of all accounts that were deleted up to then. */
  erased: string[]
}

const NAME = 'manifest.json'

/** Writes the manifest, which completes a backup. */
export async function writeManifest(folder: BackupFolder, manifest: Manifest): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  await folder.write(NAME, [text])
}

/** @throws PlainError if the manifest is missing or cannot be read */
export async function readManifest(folder: BackupFolder): Promise<Manifest> {
  if (!existsSync(folder.path)) throw new PlainError(`There is no folder ${folder.path}.`)
  if (!folder.has(NAME)) {
    throw new PlainError(
      `${folder.path} is not a backup: it has no manifest, which is written last. Perhaps the command that wrote there did not end.`,
    )
  }
  const parts: Buffer[] = []
  for await (const part of folder.read(NAME)) parts.push(part)
  try {
    const manifest: Manifest = JSON.parse(Buffer.concat(parts).toString('utf8'))
    if (manifest.format === 1) return manifest
  } catch {
    throw new PlainError('The manifest of this backup is damaged. Use another backup.')
  }
  throw new PlainError('A newer version made this backup. Restore it with that version.')
}

/**
 * Compares every file of a backup with its hash. Changes nothing. @throws PlainError for the first file that differs
 * or is missing
 */
export async function checkBackup(folder: BackupFolder): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const { file, sha256 } of [...manifest.tables, ...manifest.files]) {
    if ((await measure(folder.read(file))).sha256 === sha256) continue
    throw new PlainError(`${file} of this backup is damaged or was changed. Use another backup.`)
  }
  return manifest
}

/** Describes a backup in a sentence. */
export function describeBackup({ made, project, commit, tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return `${rows} rows of ${tables.length} tables and ${files.length} files (${(bytes / 1e6).toFixed(1)} MB) of ${project}, made ${made}${commit ? `, for version ${commit.slice(0, 8)}` : ''}`
}
