import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { errorCode, errorMessage, PlainError } from '../../supabase/local/src/plain-error'
import type { Bucket, StoredObject } from './manifest'

/** Reads the bytes of a stored object; undefined if they were removed. */
export type ReadObject = (object: StoredObject) => Promise<AsyncIterable<Buffer> | undefined>

/** Number of files that are sent or fetched at the same time. */
const AT_ONCE = 4

/** Reads the files of the embedded product from its data folder, which works while the product is stopped. */
export function readFromDisk(dataDir: string): ReadObject {
  return async ({ version }) => {
    if (!version) return undefined
    try {
      const path = join(dataDir, 'storage', 'objects', version)
      return createReadStream(path, { fd: await open(path) })
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    }
  }
}

/** The storage API of a project, with its secret key. */
export interface StorageApi {
  read: ReadObject
  /** Stores an object, replacing one of the same name. @throws PlainError if the project refuses it */
  write(object: StoredObject, content: AsyncIterable<Buffer>, bytes: number): Promise<void>
  /** Creates a bucket. @throws PlainError */
  addBucket(bucket: Bucket): Promise<void>
}

export function storageApi(project: string, key: string): StorageApi {
  const call = async (path: string, what: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { apikey: key, authorization: `Bearer ${key}`, ...init.headers }
    try {
      return await fetch(`${project}/storage/v1${path}`, { ...init, headers })
    } catch (error) {
      const cause = error instanceof Error && error.cause ? error.cause : error
      throw new PlainError(
        `${what} did not pass: ${project} could not be reached (${errorMessage(cause)}).`,
      )
    }
  }
  const pathOf = ({ bucket_id, name }: StoredObject) =>
    [bucket_id, ...name.split('/')].map(encodeURIComponent).join('/')
  return {
    async read(object) {
      const what = `${object.bucket_id}/${object.name}`
      const answer = await call(`/object/authenticated/${pathOf(object)}`, what)
      if (answer.ok) return answer.body ? Readable.fromWeb(answer.body as never) : empty()
      const said = await answer.text()
      if (answer.status === 404 || /not_?found|NoSuchKey/i.test(said)) return undefined
      throw refusal(what, answer, said)
    },
    async write(object, content, bytes) {
      const { metadata } = object
      const what = `${object.bucket_id}/${object.name}`
      const answer = await call(`/object/${pathOf(object)}`, what, {
        method: 'POST',
        headers: {
          'content-type': String(metadata?.mimetype ?? 'application/octet-stream'),
          'cache-control': String(metadata?.cacheControl ?? 'no-cache'),
          'content-length': String(bytes),
          'x-upsert': 'true',
        },
        ...streamingRequest(content),
      })
      const said = await answer.text()
      if (!answer.ok) throw refusal(what, answer, said)
    },
    async addBucket(bucket) {
      const what = `the bucket ${bucket.id}`
      const answer = await call('/bucket', what, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bucket),
      })
      const said = await answer.text()
      if (!answer.ok) throw refusal(what, answer, said)
    },
  }
}

/**
 * Calls `act` for every item, several at a time. After a failure, no further item is started, and the error is thrown
 * at the end.
 */
export async function forEachAtOnce<T>(items: Iterable<T>, act: (item: T) => Promise<void>) {
  const queue = items[Symbol.iterator]()
  let failed = false
  const work = async () => {
    for (let next = queue.next(); !next.done && !failed; next = queue.next()) {
      await act(next.value).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function* empty() {}

/**
 * Returns a request with a body that is sent while it is read. Node's fetch needs `duplex`, which the types of
 * browsers lack.
 */
const streamingRequest = (content: AsyncIterable<Buffer>): RequestInit =>
  Object.assign({ body: Readable.toWeb(Readable.from(content)) }, { duplex: 'half' }) as RequestInit

function refusal(what: string, { status }: Response, said: string): PlainError {
  const hint = /jwt|signature|unauthorized|api key/i.test(said)
    ? ' Check SUPABASE_SERVICE_ROLE_KEY.'
    : ''
  return new PlainError(
    `The project's storage refuses ${what}: ${status} ${said.slice(0, 300)}.${hint}`,
  )
}
