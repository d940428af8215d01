import { isObject } from '../auth/body'
import type { Caller, Database } from './database'
import { badRequest } from './errors'

export interface PageOptions {
  prefix: string
  /** Whether names with a further `/` after the prefix are grouped as folders. */
  byFolder: boolean
  limit: number
  column: 'name' | 'created_at' | 'updated_at'
  descending: boolean
  /** `nextCursor` of the previous page; empty for the first page. */
  cursor: string
}

export interface Page {
  hasNext: boolean
  nextCursor?: string
  folders: { key: string; name: string }[]
  objects: Listed[]
}

interface Listed {
  name: string
  /** Null for a folder. */
  id: string | null
  created_at: Date | null
  updated_at: Date | null
  last_accessed_at: Date | null
  metadata: unknown
}

/** The position of an entry: entries are in the order of `at`, then of `name`. */
interface Position {
  name: string
  /** Milliseconds since 1970; 0 when the list is ordered by name. */
  at: number
}

/**
 * Returns one page of the objects and folders under a prefix that the caller may see, sorted together as in a hosted
 * project. A folder has the date of its oldest object.
 * @throws StorageError InvalidRequest for an invalid cursor, or one from a list in another order
 */
export async function readPage(
  database: Database,
  caller: Caller,
  bucket: string,
  how: PageOptions,
): Promise<Page> {
  const after = how.cursor === '' ? undefined : positionOf(how.cursor, how)
  const [direction, past] = how.descending ? ['desc', '<'] : ['asc', '>']
  const time = how.column === 'name' ? 'null' : how.column
  const { rows } = await database.as(caller, (client) =>
    client.query<Listed & Position>(
      `with found as (
        select o.*, substr(o.name, length($2) + 1) as rest from storage.objects o
        where o.bucket_id = $1 and starts_with(o.name, $2)
      ), parted as (
        select f.*, $3 and position('/' in f.rest) > 0 as deeper, $2 || split_part(f.rest, '/', 1) || '/' as folder
        from found f
      ), entry (name, id, created_at, updated_at, last_accessed_at, metadata) as (
        select p.folder, null::uuid, min(p.created_at), min(p.created_at), null::timestamptz, null::jsonb
        from parted p where p.deeper group by p.folder
        union all
        select p.name, p.id, p.created_at, p.updated_at, p.last_accessed_at, p.metadata
        from parted p where not p.deeper
      ), line as (
        select e.*, coalesce(floor(extract(epoch from ${time}::timestamptz) * 1000), 0)::float8 as at from entry e
      )
      select * from line l where $4::text is null or (l.at, l.name collate "C") ${past} ($5::float8, $4)
      order by l.at ${direction}, l.name collate "C" ${direction} limit $6`,
      [bucket, how.prefix, how.byFolder, after?.name, after?.at, how.limit + 1],
    ),
  )
  const entries = rows.slice(0, how.limit)
  const last = rows.length > how.limit ? entries.at(-1) : undefined
  const [folders, objects] = [
    entries.filter(({ id }) => id === null),
    entries.filter(({ id }) => id !== null),
  ]
  return {
    hasNext: last !== undefined,
    ...(last && { nextCursor: cursorOf(last, how) }),
    folders: folders.map(({ name }) => ({ key: name.replace(/\/$/, ''), name })),
    objects: objects.map(({ at, ...object }) => object),
  }
}

const orderOf = ({ byFolder, column, descending }: PageOptions) =>
  [column, descending ? 'desc' : 'asc', byFolder ? 'folders' : 'objects'].join(' ')

const cursorOf = ({ name, at }: Position, how: PageOptions) =>
  Buffer.from(JSON.stringify({ order: orderOf(how), at, name })).toString('base64')

function positionOf(cursor: string, how: PageOptions): Position {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64').toString())
    if (isObject(value) && value.order === orderOf(how)) {
      const { name, at } = value
      if (typeof name === 'string' && typeof at === 'number') return { name, at }
    }
  } catch {
    // The error below covers this case.
  }
  throw badRequest('body/cursor is no continuation token of this list')
}
