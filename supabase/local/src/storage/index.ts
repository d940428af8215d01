import { type Context, Hono } from 'hono'
import type pg from 'pg'
import { isObject } from '../auth/body'
import { alreadySent, drained, type NodeContext, type NodeEnv, type Routes } from '../gateway/http'
import { retryAfter, type Turns } from '../gateway/turns'
import { addBuckets } from './bucket-routes'
import { createBuckets } from './buckets'
import { type Caller, createDatabase, type Database, project, readCaller } from './database'
import { type Disk, openDisk } from './disk'
import { badRequest, bucketNotFound, notFound, StorageError } from './errors'
import { announcedBy, receiveFile, sentMetadata } from './incoming-file'
import { checkName } from './names'
import { createObjects, type Objects, type StoredObject } from './objects'
import { readPage } from './pages'
import { choiceOf, countOf, readJson } from './read-json'
import { createResumable } from './resumable'
import { sendObject } from './send-object'
import { createSignatures, type Signatures } from './signatures'
import { createTurnKeeper, type TurnKeeper } from './turn-keeper'

/** Below the origin. */
const base = '/storage/v1'
const resumablePath = `${base}/upload/resumable`
/** As long as an address for one upload is good. */
const uploadSeconds = 2 * 60 * 60
/** As long as an address for reading is good at most. */
const mostSeconds = 60 * 60
const hourMs = 60 * 60 * 1000
const mostListed = 1000

export interface StorageOptions {
  /** Connects as authenticator. The caller listens for its errors and ends it. */
  pool: pg.Pool
  /** What access tokens are signed with. */
  jwtSecret: string
  /** Where requests wait for their turn at the database. */
  turns: Turns
  /** Folder for files and for uploads that are under way. */
  dir: string
  /** Bytes that a file may have, whatever its bucket says. */
  maxSize: number
  log: (line: string) => void
}

export interface Storage {
  /** Relative to /storage/v1. */
  routes: Routes
  close(): void
}

/**
 * The embedded backend's storage service. Speaks the part of Supabase Storage's protocol that
 * storage-js and TUS clients use; names and rights are in schema storage, bytes in `dir`.
 */
export async function createStorage(options: StorageOptions): Promise<Storage> {
  const { jwtSecret, log } = options
  const key = new TextEncoder().encode(jwtSecret)
  const disk = await openDisk(options.dir)
  const database = createDatabase(options.pool)
  const objects = createObjects(database, disk, options.maxSize)
  const signatures = createSignatures(jwtSecret)
  const keeper = createTurnKeeper(options.turns)
  const resumable = createResumable({
    objects,
    disk,
    keeper,
    signatures,
    path: resumablePath,
    maxSize: options.maxSize,
    key,
    log,
  })
  const cleanUp = async () => {
    await resumable.cleanUp()
    await objects.sweep()
  }
  const failed = (error: unknown) => log(`Storage could not clean up: ${error}`)
  await cleanUp().catch(failed)
  const timer = setInterval(() => void resumable.cleanUp().catch(failed), hourMs).unref()

  const call: Call = {
    database,
    objects,
    signatures,
    disk,
    keeper,
    caller: (c) => readCaller(c.req.header('authorization') ?? null, key),
  }
  const routes = new Hono<NodeEnv>()
  routes.onError(async (error, c) => {
    if (!(error instanceof StorageError)) throw error
    // Nothing is read of who may not send: the others are to see why it was for nothing.
    if (error.statusCode !== 403) await drained(c.env.incoming)
    if (error.status === 429) c.header('retry-after', retryAfter)
    return c.json(error.body, error.status)
  })
  routes.use(keeper.inTurn)
  for (const path of ['/upload/resumable', '/upload/resumable/*']) routes.all(path, resume)
  async function resume(c: NodeContext): Promise<Response> {
    const { incoming, outgoing } = c.env
    // The protocol's library would show what has arrived so far. Hono takes HEAD for GET.
    if (incoming.method === 'GET') throw notFound()
    const authorization = c.req.header('authorization')
    // The gateway has made a visitor's of what came with a key alone.
    incoming.headers.authorization = authorization
    for (const [name, value] of c.res.headers) outgoing.setHeader(name, value)
    keeper.leave(incoming)
    await resumable.handle(incoming, outgoing)
    return alreadySent
  }
  // A route for names would take it for an empty one.
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
  keeper: TurnKeeper
  caller(c: Context): Promise<Caller>
}

function addReading(routes: Routes, { objects, signatures, disk, keeper, caller }: Call): void {
  /** @param cacheControl null for the object's own */
  const show = (c: NodeContext, object: StoredObject, cacheControl: string | null) => {
    keeper.leave(c.env.incoming)
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
    show(c, await findPublic(placeOf(c, 'public/')), null),
  )
  routes.get('/object/info/public/:bucket/*', async (c) =>
    c.json(told(await findPublic(placeOf(c, 'info/public/')))),
  )
  routes.get('/object/sign/:bucket/*', async (c) => {
    const { bucket, name } = placeOf(c, 'sign/')
    await signatures.checkDownload(`${bucket}/${name}`, c.req.query('token') ?? '')
    const object = await objects.find(project, bucket, name)
    return show(c, object, `private, ${object.metadata.cacheControl}`)
  })
  for (const prefix of ['info/authenticated/', 'info/']) {
    routes.get(`/object/${prefix}:bucket/*`, async (c) => {
      const { bucket, name } = placeOf(c, prefix)
      return c.json(told(await objects.findShown(await caller(c), bucket, name)))
    })
  }
  for (const prefix of ['authenticated/', '']) {
    // HEAD is answered by the same.
    routes.get(`/object/${prefix}:bucket/*`, async (c) => {
      const { bucket, name } = placeOf(c, prefix)
      const object = await objects.findShown(await caller(c), bucket, name)
      return show(c, object, 'private, no-cache')
    })
  }
  routes.post('/object/list/:bucket', async (c) => {
    const who = await caller(c)
    const asked = await bodyOf(c)
    const sortBy = isObject(asked.sortBy) ? asked.sortBy : {}
    return c.json(
      await objects.list(who, c.req.param('bucket'), {
        prefix: String(asked.prefix ?? ''),
        search: String(asked.search ?? ''),
        limit: Math.min(countOf('body/limit', asked.limit ?? 100, 1), mostListed),
        offset: countOf('body/offset', asked.offset ?? 0, 0),
        column: choiceOf('body/sortBy.column', sortBy.column ?? 'name', sortColumns),
        descending:
          choiceOf('body/sortBy.order', sortBy.order ?? 'asc', ['asc', 'desc']) === 'desc',
      }),
    )
  })
}

/** What a client is told of an object. */
const told = ({ metadata, ...object }: StoredObject) => ({
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
    const asked = await bodyOf(c)
    const sortBy = isObject(asked.sortBy) ? asked.sortBy : {}
    return c.json(
      await readPage(database, who, c.req.param('bucket'), {
        prefix: String(asked.prefix ?? ''),
        byFolder: asked.with_delimiter === true,
        limit: Math.min(countOf('body/limit', asked.limit ?? mostListed, 1), mostListed),
        column: choiceOf('body/sortBy.column', sortBy.column ?? 'name', pageColumns),
        descending:
          choiceOf('body/sortBy.order', sortBy.order ?? 'asc', ['asc', 'desc']) === 'desc',
        cursor: String(asked.cursor ?? ''),
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
    await objects.mayUpload(who, await objects.bucket(bucket), name, { upsert })
    const token = await signatures.signUpload(`${bucket}/${name}`, uploadSeconds, who, upsert)
    return c.json({ url: `/object/upload/sign/${bucket}/${name}?token=${token}`, token })
  })
  // Those without a name come first: a route for names takes an empty one too.
  routes.post('/object/sign/:bucket', async (c) => {
    const bucket = c.req.param('bucket')
    const asked = await bodyOf(c)
    const seconds = secondsOf(asked)
    const { paths } = asked
    if (!Array.isArray(paths) || paths.length > mostListed) throw badRequest('paths is required')
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
  const { objects, signatures, disk, keeper, caller } = call
  /** Asks whether the caller may, takes the file, and stores it. */
  async function upload(
    c: NodeContext,
    who: Caller,
    { bucket, name }: { bucket: string; name: string },
    upsert: boolean,
  ): Promise<{ id: string }> {
    const { incoming } = c.env
    const into = await objects.bucket(bucket)
    await objects.mayUpload(who, into, name, { upsert, ...announcedBy(incoming) })
    const { file, described } = await keeper.outside(incoming, () =>
      receiveFile(incoming, disk, objects.mostOf(into, name)),
    )
    return objects.put(who, into, name, file, { ...described, upsert })
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
    const gone = await objects.remove(await caller(c), bucket, [name])
    if (gone.length === 0) throw notFound()
    return c.json({ message: 'Successfully deleted' })
  })
}

/** @param after what stands between `object/` and the bucket */
function placeOf(c: NodeContext, after: string): { bucket: string; name: string } {
  const rest = c.req.path.slice(`${base}/object/${after}`.length)
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

/** As long as it was asked for, but never longer than an hour (rules/files#fetch). */
function secondsOf({ expiresIn }: Record<string, unknown>): number {
  if (typeof expiresIn !== 'number' || !Number.isSafeInteger(expiresIn) || expiresIn < 1) {
    throw badRequest('expiresIn must be a whole number of seconds, 1 at least')
  }
  return Math.min(expiresIn, mostSeconds)
}
