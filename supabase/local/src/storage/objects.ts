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

/** What comes with a file. */
export interface Described {
  contentType: string
  cacheControl: string
  /** Null where nothing was said. */
  userMetadata: Record<string, unknown> | null
  /** Whether it may take the place of another. */
  upsert: boolean
}

/** What is known of a file before it comes. */
export interface Announced {
  type?: string
  size?: number
  userMetadata?: Record<string, unknown>
}

/** One name in a folder: an object, or a folder, which has no id. */
interface Listed {
  name: string
  id: string | null
}

export interface Objects {
  /** @throws StorageError NoSuchBucket */
  bucket(id: string): Promise<Bucket>
  /**
   * Asks before a byte is sent what can be known by then.
   * @param announced what the file will be, as far as it is said: the policies are asked with that; a type that is none of
   *   the bucket's may turn out to be another by its bytes only where the sender has said nothing of it
   * @throws StorageError AccessDenied, ResourceAlreadyExists: what the policies say; EntityTooLarge, InvalidMimeType
   */
  mayUpload(
    caller: Caller,
    bucket: Bucket,
    name: string,
    announced: Pick<Described, 'upsert'> & Announced,
  ): Promise<void>
  /** Bytes that a file of this name may have in this bucket. */
  mostOf(bucket: Bucket, name: string): number
  /**
   * Takes a file that was put aside in as an object; it is gone from there whatever happens.
   * @throws StorageError for what policies, limits and types of the bucket refuse
   */
  put(
    caller: Caller,
    bucket: Bucket,
    name: string,
    file: string,
    described: Described,
  ): Promise<StoredObject>
  /** An object that the caller may read. @throws StorageError NoSuchKey */
  find(caller: Caller, bucket: string, name: string): Promise<StoredObject>
  /** The same, of a public bucket for everybody. @throws StorageError NoSuchBucket, NoSuchKey */
  findShown(caller: Caller, bucket: string, name: string): Promise<StoredObject>
  /** Those of these names that the caller may read. */
  readable(caller: Caller, bucket: string, names: string[]): Promise<Set<string>>
  list(caller: Caller, bucket: string, how: ListOptions): Promise<Listed[]>
  /** Gives an object that the caller may read and write another name. */
  move(caller: Caller, from: Place, to: Place): Promise<{ id: string }>
  /** @param changed what the copy is to have instead of the object's own */
  copy(
    caller: Caller,
    from: Place,
    to: Place,
    changed: Pick<Described, 'upsert'> & Partial<Described>,
  ): Promise<StoredObject>
  /** @returns those that the caller might delete, and were */
  remove(caller: Caller, bucket: string, names: string[]): Promise<StoredObject[]>
  /** Deletes versions that no object has, left where this process was ended before. */
  sweep(): Promise<void>
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
 * Objects and their bytes. What a caller may is row security's to say; what lies in no row is removed.
 * @param maxSize bytes that any file may have
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

  const mostOf = ({ file_size_limit }: Bucket, name: string) =>
    keepsFolder(name) ? 0 : Math.min(maxSize, Number(file_size_limit ?? maxSize))

  const typesOf = ({ allowed_mime_types }: Bucket, name: string) =>
    keepsFolder(name) ? null : allowed_mime_types

  async function mayUpload(
    caller: Caller,
    into: Bucket,
    name: string,
    { upsert, type = '', size, userMetadata }: Parameters<Objects['mayUpload']>[3],
  ) {
    const claimed = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    const allowed = new Error('allowed')
    await database
      .as(caller, async (client) => {
        await client.query(`${insert}${upsert ? onConflict : ''}`, [
          into.id,
          checkName(name),
          personOf(caller),
          null,
          {
            ...(claimed !== '' && { mimetype: claimed }),
            ...(size !== undefined && { size, contentLength: size }),
          },
          userMetadata ?? null,
        ])
        // The row is not to stay: there is no file yet.
        throw allowed
      })
      .catch((error) => {
        if (error !== allowed) throw error
      })
    if (size !== undefined && size > mostOf(into, name)) throw tooLarge()
    const isSaid = claimed !== '' && claimed !== 'application/octet-stream'
    if (isSaid && storedType(typesOf(into, name), claimed) === null) throw wrongType(claimed)
  }

  async function put(
    caller: Caller,
    into: Bucket,
    name: string,
    file: string,
    described: Described,
  ) {
    let version: string | undefined
    try {
      checkName(name)
      const { size } = await stat(file)
      if (size > mostOf(into, name)) throw tooLarge()
      const found = await contentTypeOf(file, described.contentType)
      const mimetype = storedType(typesOf(into, name), found)
      if (mimetype === null) throw wrongType(found)
      const kept = await disk.keep(file)
      version = kept
      const before = described.upsert
        ? await find(project, into.id, name).catch(() => undefined)
        : undefined
      const object = await database.as(caller, async (client) => {
        await client.query(`${insert}${described.upsert ? onConflict : ''}`, [
          into.id,
          name,
          personOf(caller),
          kept,
          {
            mimetype,
            size,
            contentLength: size,
            httpStatusCode: 200,
            cacheControl: described.cacheControl,
            eTag: `"${kept}"`,
            lastModified: new Date().toISOString(),
          },
          described.userMetadata,
        ])
        // Whoever may upload need not be allowed to read it back.
        await client.query(`select set_config('role', 'service_role', true)`)
        const { rows } = await client.query<StoredObject>(
          'select * from storage.objects where bucket_id = $1 and name = $2',
          [into.id, name],
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
    async findShown(caller, bucketId, name) {
      return find((await bucket(bucketId)).public ? project : caller, bucketId, name)
    },
    mayUpload,
    mostOf,
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
      return put(caller, await bucket(to.bucket), to.name, await disk.copy(object.version), {
        contentType: object.metadata.mimetype,
        cacheControl: object.metadata.cacheControl,
        userMetadata: object.user_metadata,
        ...changed,
      })
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
    async sweep() {
      const left = await disk.leftFromBefore()
      const { rows } = await database.as(project, (client) =>
        client.query<{ version: string }>(
          `select v.version from unnest($1::text[]) v (version)
          where not exists (select from storage.objects o where o.version = v.version)`,
          [left],
        ),
      )
      await Promise.all(rows.map((row) => disk.remove(row.version)))
    },
  }
}

/** Under this name the dashboard of a hosted project keeps a folder that holds nothing else: it is of no type, and empty. */
const keepsFolder = (name: string) => name.endsWith('.emptyFolderPlaceholder')
