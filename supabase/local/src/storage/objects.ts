import { rm, stat } from 'node:fs/promises'
import { storedType } from '@rookies/data/files/content-type'
import { contentTypeOf } from './content-type'
import { type Caller, type Database, personOf, project } from './database'
import type { Disk } from './disk'
import { bucketNotFound, notFound, tooLarge, wrongType } from './errors'
import { checkName } from './names'

interface Bucket {
  id: string
  name: string
  public: boolean
  file_size_limit: string | null
  allowed_mime_types: string[] | null
}

export interface StoredObject {
  id: string
  bucket_id: string
  name: string
  version: string
  metadata: { mimetype: string; size: number; cacheControl: string; eTag: string }
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
}

/** The properties that the sender gives a file. */
export interface FileProperties {
  contentType: string
  cacheControl: string
  /** Null if the sender gave none. */
  userMetadata: Record<string, unknown> | null
  /** Whether the file may replace an object of the same name. */
  upsert: boolean
}

/** What a request announces about a file before the bytes arrive. */
export interface Announced {
  type?: string
  size?: number
  userMetadata?: Record<string, unknown>
}

/** An entry of a folder. */
interface Listed {
  name: string
  /** Null for a folder. */
  id: string | null
}

export interface Objects {
  /** @throws StorageError NoSuchBucket */
  bucket(id: string): Promise<Bucket>
  /**
   * Checks before a byte is sent whether the policies and the bucket accept the announced file. A request that announces
   * no type passes here, because only the bytes tell the type.
   * @throws StorageError AccessDenied, ResourceAlreadyExists, EntityTooLarge, InvalidMimeType
   */
  authorizeUpload(
    caller: Caller,
    bucket: Bucket,
    name: string,
    announced: Pick<FileProperties, 'upsert'> & Announced,
  ): Promise<void>
  /** Returns the largest size in bytes of a file with this name in this bucket. */
  maxSizeOf(bucket: Bucket, name: string): number
  /**
   * Stores a temporary file as an object. The temporary file is gone afterwards, also after an error.
   * @throws StorageError if the policies, or the size limit or types of the bucket, refuse it
   */
  put(
    caller: Caller,
    bucket: Bucket,
    name: string,
    file: string,
    properties: FileProperties,
  ): Promise<StoredObject>
  /** Returns an object that the caller may read. @throws StorageError NoSuchKey */
  find(caller: Caller, bucket: string, name: string): Promise<StoredObject>
  /** As `find`, but everybody may read the objects of a public bucket. @throws StorageError NoSuchBucket, NoSuchKey */
  findOrPublic(caller: Caller, bucket: string, name: string): Promise<StoredObject>
  /** Returns the names that the caller may read. */
  readable(caller: Caller, bucket: string, names: string[]): Promise<Set<string>>
  list(caller: Caller, bucket: string, how: ListOptions): Promise<Listed[]>
  /** Renames an object that the caller may read and write. */
  move(caller: Caller, from: Place, to: Place): Promise<{ id: string }>
  /** @param changed properties of the copy that differ from the original's */
  copy(
    caller: Caller,
    from: Place,
    to: Place,
    changed: Pick<FileProperties, 'upsert'> & Partial<FileProperties>,
  ): Promise<StoredObject>
  /** Deletes the objects that the caller may delete, and returns them. */
  remove(caller: Caller, bucket: string, names: string[]): Promise<StoredObject[]>
  /** Deletes files without an object, which an ended process left behind. */
  removeOrphans(): Promise<void>
}

interface Place {
  bucket: string
  name: string
}

interface ListOptions {
  prefix: string
  search: string
  limit: number
  offset: number
  column: 'name' | 'created_at' | 'updated_at' | 'last_accessed_at'
  descending: boolean
}

/**
 * Objects and their files, with the rights that row security gives the caller.
 * @param maxSize the largest file in bytes
 */
export function createObjects(database: Database, disk: Disk, maxSize: number): Objects {
  const insert = `
    insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values ($1, $2, $3::uuid, $3, $4, $5, $6)`
  const onConflict = `
    on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
      user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`

  async function bucket(id: string): Promise<Bucket> {
    const { rows } = await database.as(project, (client) =>
      client.query<Bucket>('select * from storage.buckets where id = $1', [id]),
    )
    if (!rows[0]) throw bucketNotFound()
    return rows[0]
  }

  async function find(caller: Caller, bucketId: string, name: string): Promise<StoredObject> {
    const { rows } = await database.as(caller, (client) =>
      client.query<StoredObject>(
        'select * from storage.objects where bucket_id = $1 and name = $2',
        [bucketId, name],
      ),
    )
    if (!rows[0]) throw notFound()
    return rows[0]
  }

  const maxSizeOf = ({ file_size_limit }: Bucket, name: string) =>
    isFolderPlaceholder(name) ? 0 : Math.min(maxSize, Number(file_size_limit ?? maxSize))

  const typesOf = ({ allowed_mime_types }: Bucket, name: string) =>
    isFolderPlaceholder(name) ? null : allowed_mime_types

  async function authorizeUpload(
    caller: Caller,
    target: Bucket,
    name: string,
    { upsert, type = '', size, userMetadata }: Parameters<Objects['authorizeUpload']>[3],
  ) {
    const claimed = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    const allowed = new Error('allowed')
    await database
      .as(caller, async (client) => {
        await client.query(`${insert}${upsert ? onConflict : ''}`, [
          target.id,
          checkName(name),
          personOf(caller),
          null,
          {
            ...(claimed !== '' && { mimetype: claimed }),
            ...(size !== undefined && { size, contentLength: size }),
          },
          userMetadata ?? null,
        ])
        // Roll back: the row only tested the policies.
        throw allowed
      })
      .catch((error) => {
        if (error !== allowed) throw error
      })
    if (size !== undefined && size > maxSizeOf(target, name)) throw tooLarge()
    const hasClaimedType = claimed !== '' && claimed !== 'application/octet-stream'
    if (hasClaimedType && storedType(typesOf(target, name), claimed) === null)
      throw wrongType(claimed)
  }

  async function put(
    caller: Caller,
    target: Bucket,
    name: string,
    file: string,
    properties: FileProperties,
  ) {
    let version: string | undefined
    try {
      checkName(name)
      const { size } = await stat(file)
      if (size > maxSizeOf(target, name)) throw tooLarge()
      const found = await contentTypeOf(file, properties.contentType)
      const mimetype = storedType(typesOf(target, name), found)
      if (mimetype === null) throw wrongType(found)
      const stored = await disk.store(file)
      version = stored
      const before = properties.upsert
        ? await find(project, target.id, name).catch(() => undefined)
        : undefined
      const object = await database.as(caller, async (client) => {
        await client.query(`${insert}${properties.upsert ? onConflict : ''}`, [
          target.id,
          name,
          personOf(caller),
          stored,
          {
            mimetype,
            size,
            contentLength: size,
            httpStatusCode: 200,
            cacheControl: properties.cacheControl,
            eTag: `"${stored}"`,
            lastModified: new Date().toISOString(),
          },
          properties.userMetadata,
        ])
        // A person who may upload a file need not have the right to read it.
        await client.query(`select set_config('role', 'service_role', true)`)
        const { rows } = await client.query<StoredObject>(
          'select * from storage.objects where bucket_id = $1 and name = $2',
          [target.id, name],
        )
        if (!rows[0]) throw notFound()
        return rows[0]
      })
      version = undefined
      if (before) await disk.remove(before.version)
      return object
    } finally {
      await rm(file, { force: true })
      if (version !== undefined) await disk.remove(version)
    }
  }

  return {
    bucket,
    find,
    async findOrPublic(caller, bucketId, name) {
      return find((await bucket(bucketId)).public ? project : caller, bucketId, name)
    },
    authorizeUpload,
    maxSizeOf,
    put,
    async readable(caller, bucketId, names) {
      const { rows } = await database.as(caller, (client) =>
        client.query<{ name: string }>(
          'select name from storage.objects where bucket_id = $1 and name = any ($2)',
          [bucketId, names],
        ),
      )
      return new Set(rows.map((row) => row.name))
    },
    async list(caller, bucketId, how) {
      const folder = how.prefix === '' ? '' : `${how.prefix.replace(/\/+$/, '')}/`
      const direction = how.descending ? 'desc' : 'asc'
      const { rows } = await database.as(caller, (client) =>
        client.query<Listed>(
          `with named as (
            select o.path_tokens[$3] as part, cardinality(o.path_tokens) > $3 as folder, o.*
            from storage.objects o
            where o.bucket_id = $1 and starts_with(lower(o.name), lower($2))
              and o.path_tokens[$3] ilike '%' || replace(replace(replace($4, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
          ), listed (name, id, updated_at, created_at, last_accessed_at, metadata) as (
            select distinct n.part, null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
            from named n where n.folder
            union all
            select n.part, n.id, n.updated_at, n.created_at, n.last_accessed_at, n.metadata from named n where not n.folder
          )
          select * from listed order by ${how.column === 'name' ? '' : `${how.column} ${direction} nulls first, `}name collate "C" ${direction}
          limit $5 offset $6`,
          [bucketId, folder, folder.split('/').length, how.search, how.limit, how.offset],
        ),
      )
      return rows
    },
    async move(caller, from, to) {
      const { rows } = await database.as(caller, (client) =>
        client.query<{ id: string }>(
          `update storage.objects set bucket_id = $3, name = $4, updated_at = now()
          where bucket_id = $1 and name = $2 returning id`,
          [from.bucket, from.name, to.bucket, checkName(to.name)],
        ),
      )
      if (!rows[0]) throw notFound()
      return rows[0]
    },
    async copy(caller, from, to, changed) {
      const object = await find(caller, from.bucket, from.name)
      return put(
        caller,
        await bucket(to.bucket),
        to.name,
        await disk.copyToTemporary(object.version),
        {
          contentType: object.metadata.mimetype,
          cacheControl: object.metadata.cacheControl,
          userMetadata: object.user_metadata,
          ...changed,
        },
      )
    },
    async remove(caller, bucketId, names) {
      const { rows } = await database.as(caller, (client) =>
        client.query<StoredObject>(
          `with gone as (delete from storage.objects where bucket_id = $1 and name = any ($2) returning *)
          select * from gone order by array_position($2, name)`,
          [bucketId, names],
        ),
      )
      await Promise.all(rows.map((row) => disk.remove(row.version)))
      return rows
    },
    async removeOrphans() {
      const old = await disk.versionsBeforeStart()
      const { rows } = await database.as(project, (client) =>
        client.query<{ version: string }>(
          `select v.version from unnest($1::text[]) v (version)
          where not exists (select from storage.objects o where o.version = v.version)`,
          [old],
        ),
      )
      await Promise.all(rows.map((row) => disk.remove(row.version)))
    },
  }
}

/** The dashboard of a hosted project keeps an otherwise empty folder by an object with this name, which has no bytes and no type. */
const isFolderPlaceholder = (name: string) => name.endsWith('.emptyFolderPlaceholder')
