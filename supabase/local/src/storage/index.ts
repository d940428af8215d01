import { type Context, Hono } from 'hono'
import type pg from 'pg'
import { isObject } from '../auth/body'
import { retryAfter, TooManyRequests } from '../gateway/database-slots'
import {
  alreadySent,
  drainRequest,
  type NodeContext,
  type NodeEnv,
  type Routes,
} from '../gateway/http'
import type { RequestSlots } from '../gateway/request-slots'
import { addBuckets } from './bucket-routes'
import { createBuckets } from './buckets'
import { type Caller, createDatabase, type Database, project, readCaller } from './database'
import { type Disk, openDisk } from './disk'
import { badRequest, bucketNotFound, notFound, StorageError, slowDown } from './errors'
import { announcedBy, receiveFile, sentMetadata } from './incoming-file'
import { checkName } from './names'
import { createObjects, type Objects, type StoredObject } from './objects'
import { readPage } from './pages'
import { choiceOf, countOf, readJson } from './read-json'
import { createResumable } from './resumable'
import { sendObject } from './send-object'
import { createSignatures, type Signatures } from './signatures'

const base = '/storage/v1'
const resumablePath = `${base}/upload/resumable`
/** The lifetime of a signed address for an upload. */
const uploadSeconds = 2 * 60 * 60
/** The longest lifetime of a signed address for a download. */
const maxDownloadSeconds = 60 * 60
const hourMs = 60 * 60 * 1000
const maxListed = 1000

export interface StorageOptions {
  /** Connects as the role `authenticator`. The caller handles its errors and closes it. */
  pool: pg.Pool
  /** The secret that signs access tokens. */
  jwtSecret: string
  /** The gateway gives each request a slot. It holds none while bytes are sent or received. */
  slots: RequestSlots
  /** The folder for stored files and unfinished uploads. */
  dir: string
  /** The largest file in bytes. A bucket may only lower it. */
  maxSize: number
  log: (line: string) => void
}

export interface Storage {
  /** Relative to /storage/v1. */
  routes: Routes
  close(): void
}

/**
 * The storage service of the embedded backend. It answers the part of Supabase Storage's protocol that storage-js and
 * TUS clients use. Names and rights are in the schema `storage`, bytes are in `dir`.
 */
export async function createStorage(options: StorageOptions): Promise<Storage> {
  const { jwtSecret, slots, log } = options
  const key = new TextEncoder().encode(jwtSecret)
  const disk = await openDisk(options.dir)
  const database = createDatabase(options.pool)
  const objects = createObjects(database, disk, options.maxSize)
  const signatures = createSignatures(jwtSecret)
  const resumable = createResumable({
    objects,
    disk,
    slots,
    signatures,
    path: resumablePath,
    maxSize: options.maxSize,
    key,
    log,
  })
  const cleanUp = async () => {
    await resumable.cleanUpRemains()
    await resumable.cleanUp()
    await objects.removeOrphans()
  }
  const failed = (error: unknown) => log(`Storage could not clean up: ${error}`)
  await cleanUp().catch(failed)
  const timer = setInterval(() => void resumable.cleanUp().catch(failed), hourMs).unref()

  const call: Call = {
    database,
    objects,
    signatures,
    disk,
    slots,
    caller: (c) => readCaller(c.req.header('authorization') ?? null, key),
  }
  const routes = new Hono<NodeEnv>()
  routes.onError(async (thrown, c) => {
    const error = thrown instanceof TooManyRequests ? slowDown() : thrown
    if (!(error instanceof StorageError)) throw error
    // A caller who is cut off while sending does not see the answer, so the rest is read and dropped. From callers
    // without the right to send, nothing is read.
    if (error.statusCode !== 403) await drainRequest(c.env.incoming)
    if (error.status === 429) c.header('retry-after', retryAfter)
    return c.json(error.body, error.status)
  })
  for (const path of ['/upload/resumable', '/upload/resumable/*']) routes.all(path, resume)
  async function resume(c: NodeContext): Promise<Response> {
    const { incoming, outgoing } = c.env
    // On GET, the TUS library would return the bytes received so far. A `get` route would refuse HEAD as well.
    if (incoming.method === 'GET') throw notFound()
    const authorization = c.req.header('authorization')
    // The library reads Node's headers. The gateway's changes, such as a visitor's token for a request that has only
    // an API key, are in Hono's.
    incoming.headers.authorization = authorization
    for (const [name, value] of c.res.headers) outgoing.setHeader(name, value)
    slots.release(incoming)
    await resumable.handle(incoming, outgoing)
    return alreadySent
  }
  // Without this route, `/object/:bucket/*` would match with an empty name.
  routes.get('/object/:bucket', nothing)
  addBuckets(routes, { ...call, buckets: createBuckets(database, disk, options.maxSize) })
  addReading(routes, call)
  addPages(routes, call)
  addSigning(routes, call)
  addWriting(routes, call)
  routes.all('*', nothing)
  return { routes, close: () => clearInterval(timer) }
}

const nothing = (c: Context) =>
  c.json({ statusCode: '404', error: 'not_found', message: `Nothing is at ${c.req.path}` }, 404)

interface Call {
  database: Database
  objects: Objects
  signatures: Signatures
  disk: Disk
  slots: RequestSlots
  caller(c: Context): Promise<Caller>
}

function addReading(routes: Routes, { objects, signatures, disk, slots, caller }: Call): void {
  /** @param cacheControl null to send the object's own */
  const sendFile = (c: NodeContext, object: StoredObject, cacheControl: string | null) => {
    slots.release(c.env.incoming)
    const { version, metadata } = object
    const file = disk.path(version)
    return sendObject(
      c,
      object,
      file,
      c.req.query('download'),
      cacheControl ?? metadata.cacheControl,
    )
  }
  const findPublic = async ({ bucket, name }: { bucket: string; name: string }) => {
    if (!(await objects.bucket(bucket)).public) throw bucketNotFound()
    return objects.find(project, bucket, name)
  }
  routes.get('/object/public/:bucket/*', async (c) =>
    sendFile(c, await findPublic(placeOf(c, 'public/')), null),
  )
  routes.get('/object/info/public/:bucket/*', async (c) =>
    c.json(infoOf(await findPublic(placeOf(c, 'info/public/')))),
  )
  routes.get('/object/sign/:bucket/*', async (c) => {
    const { bucket, name } = placeOf(c, 'sign/')
    await signatures.checkDownload(`${bucket}/${name}`, c.req.query('token') ?? '')
    const object = await objects.find(project, bucket, name)
    return sendFile(c, object, `private, ${object.metadata.cacheControl}`)
  })
  for (const prefix of ['info/authenticated/', 'info/']) {
    routes.get(`/object/${prefix}:bucket/*`, async (c) => {
      const { bucket, name } = placeOf(c, prefix)
      return c.json(infoOf(await objects.findOrPublic(await caller(c), bucket, name)))
    })
  }
  for (const prefix of ['authenticated/', '']) {
    // Hono answers HEAD with this route as well.
    routes.get(`/object/${prefix}:bucket/*`, async (c) => {
      const { bucket, name } = placeOf(c, prefix)
      const object = await objects.findOrPublic(await caller(c), bucket, name)
      return sendFile(c, object, 'private, no-cache')
    })
  }
  routes.post('/object/list/:bucket', async (c) => {
    const who = await caller(c)
    const body = await bodyOf(c)
    const sortBy = isObject(body.sortBy) ? body.sortBy : {}
    return c.json(
      await objects.list(who, c.req.param('bucket'), {
        prefix: String(body.prefix ?? ''),
        search: String(body.search ?? ''),
        limit: Math.min(countOf('body/limit', body.limit ?? 100, 1), maxListed),
        offset: countOf('body/offset', body.offset ?? 0, 0),
        column: choiceOf('body/sortBy.column', sortBy.column ?? 'name', sortColumns),
        descending:
          choiceOf('body/sortBy.order', sortBy.order ?? 'asc', ['asc', 'desc']) === 'desc',
      }),
    )
  })
}

/** Returns the description of an object that clients receive. */
const infoOf = ({ metadata, ...object }: StoredObject) => ({
  id: object.id,
  name: object.name,
  version: object.version,
  bucket_id: object.bucket_id,
  size: metadata.size,
  content_type: metadata.mimetype,
  cache_control: metadata.cacheControl,
  etag: metadata.eTag,
  metadata: object.user_metadata ?? {},
  last_modified: object.updated_at,
  created_at: object.created_at,
})

function addPages(routes: Routes, { database, caller }: Call): void {
  routes.post('/object/list-v2/:bucket', async (c) => {
    const who = await caller(c)
    const body = await bodyOf(c)
    const sortBy = isObject(body.sortBy) ? body.sortBy : {}
    return c.json(
      await readPage(database, who, c.req.param('bucket'), {
        prefix: String(body.prefix ?? ''),
        byFolder: body.with_delimiter === true,
        limit: Math.min(countOf('body/limit', body.limit ?? maxListed, 1), maxListed),
        column: choiceOf('body/sortBy.column', sortBy.column ?? 'name', pageColumns),
        descending:
          choiceOf('body/sortBy.order', sortBy.order ?? 'asc', ['asc', 'desc']) === 'desc',
        cursor: String(body.cursor ?? ''),
      }),
    )
  })
}

function addSigning(routes: Routes, { objects, signatures, caller }: Call): void {
  const address = async (bucket: string, name: string, seconds: number) =>
    `/object/sign/${bucket}/${name}?token=${await signatures.signDownload(`${bucket}/${name}`, seconds)}`

  routes.post('/object/upload/sign/:bucket/*', async (c) => {
    const { bucket, name } = placeOf(c, 'upload/sign/')
    const who = await caller(c)
    const upsert = c.req.header('x-upsert') === 'true'
    await objects.authorizeUpload(who, await objects.bucket(bucket), name, { upsert })
    const token = await signatures.signUpload(`${bucket}/${name}`, uploadSeconds, who, upsert)
    return c.json({ url: `/object/upload/sign/${bucket}/${name}?token=${token}`, token })
  })
  // This route comes before the next one, which would match with an empty name.
  routes.post('/object/sign/:bucket', async (c) => {
    const bucket = c.req.param('bucket')
    const body = await bodyOf(c)
    const seconds = secondsOf(body)
    const { paths } = body
    if (!Array.isArray(paths) || paths.length > maxListed) throw badRequest('paths is required')
    const names = paths.map(String)
    const readable = await objects.readable(await caller(c), bucket, names)
    const error = 'Either the object does not exist or you do not have access to it'
    return c.json(
      await Promise.all(
        names.map(async (path) =>
          readable.has(path)
            ? { error: null, path, signedURL: await address(bucket, path, seconds) }
            : { error, path, signedURL: null },
        ),
      ),
    )
  })
  routes.post('/object/sign/:bucket/*', async (c) => {
    const { bucket, name } = placeOf(c, 'sign/')
    const seconds = secondsOf(await bodyOf(c))
    await objects.find(await caller(c), bucket, name)
    return c.json({ signedURL: await address(bucket, name, seconds) })
  })
}

function addWriting(routes: Routes, call: Call): void {
  const { objects, signatures, disk, slots, caller } = call
  /** Checks the caller's rights before a byte is read, then receives the file and stores it. */
  async function upload(
    c: NodeContext,
    who: Caller,
    { bucket, name }: { bucket: string; name: string },
    upsert: boolean,
  ): Promise<{ id: string }> {
    const { incoming } = c.env
    const target = await objects.bucket(bucket)
    await objects.authorizeUpload(who, target, name, { upsert, ...announcedBy(incoming) })
    const { file, properties } = await slots.pause(incoming, () =>
      receiveFile(incoming, disk, objects.maxSizeOf(target, name)),
    )
    return objects.put(who, target, name, file, { ...properties, upsert })
  }
  routes.put('/object/upload/sign/:bucket/*', async (c) => {
    const place = placeOf(c, 'upload/sign/')
    const path = `${place.bucket}/${place.name}`
    const { who, upsert } = await signatures.checkUpload(path, c.req.query('token') ?? '')
    await upload(c, who, place, upsert)
    return c.json({ Key: path })
  })
  routes.post('/object/move', async (c) => {
    const who = await caller(c)
    const { from, to } = placesOf(await bodyOf(c))
    const { id } = await objects.move(who, from, to)
    return c.json({ message: 'Successfully moved', Id: id, Key: to.name })
  })
  routes.post('/object/copy', async (c) => {
    const who = await caller(c)
    const body = await bodyOf(c)
    const { from, to } = placesOf(body)
    const { cacheControl, mimetype } = isObject(body.metadata) ? body.metadata : {}
    const sent = sentMetadata(c.env.incoming)
    const object = await objects.copy(who, from, to, {
      upsert: c.req.header('x-upsert') === 'true',
      ...(typeof cacheControl === 'string' && { cacheControl }),
      ...(typeof mimetype === 'string' && { contentType: mimetype }),
      ...((sent || body.copyMetadata === false) && { userMetadata: sent ?? null }),
    })
    return c.json({ Id: object.id, Key: `${to.bucket}/${to.name}`, ...object })
  })
  for (const method of ['POST', 'PUT']) {
    routes.on(method, '/object/:bucket/*', async (c) => {
      const place = placeOf(c, '')
      const who = await caller(c)
      const replaces = method === 'PUT'
      if (replaces) await objects.find(who, place.bucket, place.name)
      const upsert = replaces || c.req.header('x-upsert') === 'true'
      const { id } = await upload(c, who, place, upsert)
      return c.json({ Id: id, Key: `${place.bucket}/${place.name}` })
    })
  }
  routes.delete('/object/:bucket', async (c) => {
    const who = await caller(c)
    const { prefixes } = await bodyOf(c)
    if (!Array.isArray(prefixes)) throw badRequest('prefixes is required')
    return c.json(await objects.remove(who, c.req.param('bucket'), prefixes.map(String)))
  })
  routes.delete('/object/:bucket/*', async (c) => {
    const { bucket, name } = placeOf(c, '')
    const removed = await objects.remove(await caller(c), bucket, [name])
    if (removed.length === 0) throw notFound()
    return c.json({ message: 'Successfully deleted' })
  })
}

/** @param prefix the part of the path between `object/` and the bucket */
function placeOf(c: NodeContext, prefix: string): { bucket: string; name: string } {
  const rest = c.req.path.slice(`${base}/object/${prefix}`.length)
  const [bucket = '', ...name] = rest.split('/')
  try {
    return {
      bucket: decodeURIComponent(bucket),
      name: checkName(decodeURIComponent(name.join('/'))),
    }
  } catch (error) {
    if (error instanceof StorageError) throw error
    throw badRequest('This address cannot be read')
  }
}

const bodyOf = (c: NodeContext) => readJson(c.env.incoming)

function placesOf(body: Record<string, unknown>) {
  const { bucketId, sourceKey, destinationKey, destinationBucket } = body
  const bucket = String(bucketId ?? '')
  return {
    from: { bucket, name: String(sourceKey ?? '') },
    to: { bucket: String(destinationBucket ?? bucket), name: String(destinationKey ?? '') },
  }
}

const pageColumns = ['name', 'created_at', 'updated_at'] as const
const sortColumns = ['name', 'created_at', 'updated_at', 'last_accessed_at'] as const

/** Returns the requested lifetime, at most an hour (rules/files#fetch). */
function secondsOf({ expiresIn }: Record<string, unknown>): number {
  if (typeof expiresIn !== 'number' || !Number.isSafeInteger(expiresIn) || expiresIn < 1) {
    throw badRequest('expiresIn must be a whole number of seconds, 1 at least')
  }
  return Math.min(expiresIn, maxDownloadSeconds)
}
