import { type Caller, type Database, personOf, project } from './database'
import type { Disk } from './disk'
import {
  accessDenied,
  badRequest,
  bucketNotEmpty,
  bucketNotFound,
  invalidBucketName,
  tooLarge,
  wrongType,
} from './errors'

/** A bucket as clients receive it. */
interface ShownBucket {
  id: string
  name: string
  owner: string
  public: boolean
  type: 'STANDARD'
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: Date
  updated_at: Date
}

/** Settings of a bucket. A change leaves missing ones as they are. */
export interface BucketSettings {
  public?: boolean
  /** Bytes, or a text with a unit, such as `20MB`. */
  file_size_limit?: number | string | null
  allowed_mime_types?: string[] | null
}

export interface Buckets {
  list(caller: Caller, how: BucketList): Promise<ShownBucket[]>
  /** @throws StorageError NoSuchBucket also for a bucket that the caller may not see */
  get(caller: Caller, id: string): Promise<ShownBucket>
  /** @throws StorageError InvalidBucketName, ResourceAlreadyExists, AccessDenied, EntityTooLarge, InvalidMimeType */
  create(caller: Caller, id: string, name: string, settings: BucketSettings): Promise<void>
  /** @throws StorageError NoSuchBucket also for a bucket that the caller may not change; EntityTooLarge, InvalidMimeType */
  change(caller: Caller, id: string, settings: BucketSettings): Promise<void>
  /** @throws StorageError NoSuchBucket also for a bucket that the caller may not remove; ResourceNotEmpty */
  remove(caller: Caller, id: string): Promise<void>
  /** @throws StorageError NoSuchBucket; AccessDenied if the caller may see an object that they may not delete */
  empty(caller: Caller, id: string): Promise<void>
}

interface BucketList {
  limit: number | null
  offset: number
  search: string
  column: 'id' | 'name' | 'created_at' | 'updated_at'
  descending: boolean
}

const bucketColumns = `id, name, coalesce(owner::text, '') as owner, public, 'STANDARD' as type,
  file_size_limit::float8, allowed_mime_types, created_at, updated_at`

/**
 * Buckets, with the rights that row security gives the caller.
 * @param maxSize the largest file in bytes
 */
export function createBuckets(database: Database, disk: Disk, maxSize: number): Buckets {
  async function get(caller: Caller, id: string): Promise<ShownBucket> {
    const { rows } = await database.as(caller, (client) =>
      client.query<ShownBucket>(`select ${bucketColumns} from storage.buckets where id = $1`, [id]),
    )
    if (!rows[0]) throw bucketNotFound()
    return rows[0]
  }

  return {
    get,
    async list(caller, how) {
      const { rows } = await database.as(caller, (client) =>
        client.query<ShownBucket>(
          `select ${bucketColumns} from storage.buckets where position(lower($1) in lower(name)) > 0
          order by ${how.column} ${how.descending ? 'desc' : 'asc'} limit $2 offset $3`,
          [how.search, how.limit, how.offset],
        ),
      )
      return rows
    },
    async create(caller, id, name, settings) {
      for (const one of [id, name]) checkBucketName(one)
      const limit = sizeOf(settings.file_size_limit ?? null, maxSize)
      await database.as(caller, (client) =>
        client.query(
          `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
          values ($1, $2, $3::uuid, $3, $4, $5, $6)`,
          [
            id,
            name,
            personOf(caller),
            settings.public ?? false,
            limit,
            typesOf(settings.allowed_mime_types ?? null),
          ],
        ),
      )
    },
    async change(caller, id, settings) {
      const { file_size_limit: size, allowed_mime_types: types } = settings
      const changed = await database.as(caller, (client) =>
        client.query(
          `update storage.buckets set public = coalesce($2, public),
            file_size_limit = case when $3 then $4 else file_size_limit end,
            allowed_mime_types = case when $5 then $6 else allowed_mime_types end, updated_at = now()
          where id = $1`,
          [
            id,
            settings.public ?? null,
            size !== undefined,
            sizeOf(size ?? null, maxSize),
            types !== undefined,
            typesOf(types ?? null),
          ],
        ),
      )
      if (changed.rowCount === 0) throw bucketNotFound()
    },
    async remove(caller, id) {
      await get(caller, id)
      const { rows } = await database.as(project, (client) =>
        client.query('select from storage.objects where bucket_id = $1 limit 1', [id]),
      )
      if (rows.length > 0) throw bucketNotEmpty()
      const gone = await database.as(caller, (client) =>
        client.query('delete from storage.buckets where id = $1', [id]),
      )
      if (gone.rowCount === 0) throw bucketNotFound()
    },
    async empty(caller, id) {
      await get(caller, id)
      const gone = await database.as(caller, async (client) => {
        const { rows } = await client.query<{ version: string }>(
          'delete from storage.objects where bucket_id = $1 returning version',
          [id],
        )
        const left = await client.query(
          'select from storage.objects where bucket_id = $1 limit 1',
          [id],
        )
        if (left.rows.length > 0)
          throw accessDenied('You may see files here that you may not delete')
        return rows
      })
      for (const { version } of gone) await disk.remove(version)
    },
  }
}

/** @throws StorageError InvalidBucketName */
function checkBucketName(name: string): void {
  if (!/^[\w!\-.*'() &$@=;:+,?]{1,63}$/.test(name)) throw invalidBucketName()
}

const UNITS = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }

/** @throws StorageError InvalidRequest, or EntityTooLarge above `maxSize` */
function sizeOf(limit: number | string | null, maxSize: number): number | null {
  if (limit === null) return null
  const [, count, unit] = /^(\d+(?:\.\d+)?)(B|KB|MB|GB)$/i.exec(`${limit}`) ?? []
  const bytes = unit
    ? Math.floor(Number(count) * UNITS[unit.toUpperCase() as keyof typeof UNITS])
    : Number(limit)
  if (!Number.isSafeInteger(bytes) || bytes < 0) {
    throw badRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  }
  if (bytes > maxSize) throw tooLarge()
  return bytes
}

/** @throws StorageError InvalidMimeType */
function typesOf(types: string[] | null): string[] | null {
  for (const type of types ?? []) {
    if (!/^([\w.+-]+|\*)\/([\w.+-]+|\*)$/.test(type)) throw wrongType(type)
  }
  return types
}
