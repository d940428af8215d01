import { type Context, Hono } from 'hono'
import type pg from 'pg'
import { isObject } from '../auth/body'
import { alreadySent, type NodeContext, type NodeEnv, type Routes } from '../gateway/http'
import { type Caller, createDatabase, project, readCaller } from './database'
import { openDisk } from './disk'
import { badRequest, notFound, StorageError } from './errors'
import { checkName } from './names'
import { createObjects, type Described, type Objects } from './objects'
import { createResumable } from './resumable'
import { sendObject } from './send-object'
import { createSignatures, type Signatures } from './signatures'

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
  const objects = createObjects(createDatabase(options.pool), disk, options.maxSize)
  const signatures = createSignatures(jwtSecret)
  const resumable = createResumable({
    objects,
    directory: disk.resumable,
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
    objects,
    signatures,
    write: disk.write,
    path: disk.path,
    caller: (c) => readCaller(c.req.header('authorization') ?? null, key),
  }
  const routes = new Hono<NodeEnv>()
  routes.onError((error, c) => {
    if (error instanceof StorageError) return c.json(error.body, 400)
    throw error
  })
  for (const path of ['/upload/resumable', '/upload/resumable/*']) routes.all(path, resume)
  async function resume(c: NodeContext): Promise<Response> {
    const { incoming, outgoing } = c.env
    // The protocol's library would show what has arrived so far. Hono takes HEAD for GET.
    if (incoming.method === 'GET') throw notFound()
    const authorization = c.req.header('authorization')
    // The gateway has made a visitor's of what came with a key alone.
    incoming.headers.authorization = authorization
    for (const [name, value] of c.res.headers) outgoing.setHeader(name, value)
    await resumable.server.handle(incoming, outgoing)
    return alreadySent
  }
  addReading(routes, call)
  addSigning(routes, call)
  addWriting(routes, call)
  routes.all('*', (c) =>
    c.json({ statusCode: '404', error: 'not_found', message: `Nothing is at ${c.req.path}` }, 404),
  )
  return { routes, close: () => clearInterval(timer) }
}

interface Call {
  objects: Objects
  signatures: Signatures
  /** Puts bytes aside. */
  write(bytes: Uint8Array): Promise<string>
  /** Where a version lies. */
  path(version: string): string
  caller(c: Context): Promise<Caller>
}

function addReading(routes: Routes, { objects, signatures, path, caller }: Call): void {
  routes.get('/object/public/:bucket/*', async (c) => {
    const { bucket, name } = placeOf(c, 'public/')
    if (!(await objects.bucket(bucket)).public) throw notFound()
    const object = await objects.find(project, bucket, name)
    const { cacheControl } = object.metadata
    return sendObject(c, object, path(object.version), c.req.query('download'), cacheControl)
  })
  routes.get('/object/sign/:bucket/*', async (c) => {
    const { bucket, name } = placeOf(c, 'sign/')
    await signatures.checkDownload(`${bucket}/${name}`, c.req.query('token') ?? '')
    const object = await objects.find(project, bucket, name)
    const { cacheControl } = object.metadata
    return sendObject(
      c,
      object,
      path(object.version),
      c.req.query('download'),
      `private, ${cacheControl}`,
    )
  })
  routes.get('/object/info/:bucket/*', async (c) => {
    const { bucket, name } = placeOf(c, 'info/')
    const { metadata, user_metadata, ...object } = await objects.find(await caller(c), bucket, name)
    return c.json({
      ...object,
      size: metadata.size,
      content_type: metadata.mimetype,
      cache_control: metadata.cacheControl,
      etag: metadata.eTag,
      last_modified: object.updated_at,
      metadata: user_metadata,
    })
  })
  for (const [route, prefix] of [
    ['/object/authenticated/:bucket/*', 'authenticated/'],
    ['/object/:bucket/*', ''],
  ] as const) {
    // HEAD is answered by the same.
    routes.get(route, async (c) => {
      const { bucket, name } = placeOf(c, prefix)
      const object = await objects.find(await caller(c), bucket, name)
      return sendObject(
        c,
        object,
        path(object.version),
        c.req.query('download'),
        'private, no-cache',
      )
    })
  }
  routes.post('/object/list/:bucket', async (c) => {
    const asked = await bodyOf(c)
    const sortBy = isObject(asked.sortBy) ? asked.sortBy : {}
    const column = (['name', 'created_at', 'updated_at'] as const).find(
      (it) => it === sortBy.column,
    )
    return c.json(
      await objects.list(await caller(c), c.req.param('bucket'), {
        prefix: String(asked.prefix ?? ''),
        search: String(asked.search ?? ''),
        limit: Math.min(countOf(asked.limit, 100), mostListed),
        offset: countOf(asked.offset, 0),
        column: column ?? 'name',
        descending: sortBy.order === 'desc',
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
    await objects.mayUpload(who, await objects.bucket(bucket), name, upsert)
    const token = await signatures.signUpload(`${bucket}/${name}`, uploadSeconds, who)
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

function addWriting(routes: Routes, { objects, signatures, write, caller }: Call): void {
  routes.put('/object/upload/sign/:bucket/*', async (c) => {
    const { bucket, name } = placeOf(c, 'upload/sign/')
    const who = await signatures.checkUpload(`${bucket}/${name}`, c.req.query('token') ?? '')
    const { bytes, described } = await fileOf(c)
    const into = await objects.bucket(bucket)
    await objects.put(who, into, name, await write(bytes), { ...described, upsert: false })
    return c.json({ Key: `${bucket}/${name}` })
  })
  routes.post('/object/move', async (c) => {
    const { from, to } = placesOf(await bodyOf(c))
    await objects.move(await caller(c), from, to)
    return c.json({ message: 'Successfully moved' })
  })
  routes.post('/object/copy', async (c) => {
    const { from, to } = placesOf(await bodyOf(c))
    const upsert = c.req.header('x-upsert') === 'true'
    const { id } = await objects.copy(await caller(c), from, to, upsert)
    return c.json({ Id: id, Key: `${to.bucket}/${to.name}` })
  })
  for (const [method, upsert] of [
    ['POST', false],
    ['PUT', true],
  ] as const) {
    routes.on(method, '/object/:bucket/*', async (c) => {
      const { bucket, name } = placeOf(c, '')
      const who = await caller(c)
      const into = await objects.bucket(bucket)
      const { bytes, described } = await fileOf(c)
      if (upsert) await objects.find(who, bucket, name)
      const { id } = await objects.put(who, into, name, await write(bytes), {
        ...described,
        upsert: upsert || described.upsert,
      })
      return c.json({ Id: id, Key: `${bucket}/${name}` })
    })
  }
  routes.delete('/object/:bucket', async (c) => {
    const { prefixes } = await bodyOf(c)
    if (!Array.isArray(prefixes) || prefixes.length > mostListed) {
      throw badRequest('prefixes is required')
    }
    const bucket = c.req.param('bucket')
    return c.json(await objects.remove(await caller(c), bucket, prefixes.map(String)))
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

async function bodyOf(c: NodeContext): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => undefined)
  if (!isObject(body)) throw badRequest('The body must be a JSON object')
  return body
}

function placesOf(body: Record<string, unknown>) {
  const { bucketId, sourceKey, destinationKey, destinationBucket } = body
  const bucket = String(bucketId ?? '')
  return {
    from: { bucket, name: String(sourceKey ?? '') },
    to: { bucket: String(destinationBucket ?? bucket), name: String(destinationKey ?? '') },
  }
}

const countOf = (value: unknown, fallback: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : fallback

/** As long as it was asked for, but never longer than an hour (rules/files#fetch). */
function secondsOf({ expiresIn }: Record<string, unknown>): number {
  if (typeof expiresIn !== 'number' || !Number.isSafeInteger(expiresIn) || expiresIn < 1) {
    throw badRequest('expiresIn must be a whole number of seconds, 1 at least')
  }
  return Math.min(expiresIn, mostSeconds)
}

/** The file of a form, as browsers send it, or the body itself. */
async function fileOf(c: NodeContext): Promise<{ bytes: Uint8Array; described: Described }> {
  const upsert = c.req.header('x-upsert') === 'true'
  if (!(c.req.header('content-type') ?? '').startsWith('multipart/form-data')) {
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    const contentType = c.req.header('content-type') ?? ''
    const cacheControl = c.req.header('cache-control') ?? 'no-cache'
    const sent = c.req.header('x-metadata')
    const userMetadata = sent ? metadataOf(Buffer.from(sent, 'base64').toString()) : undefined
    return { bytes, described: { contentType, cacheControl, upsert, ...userMetadata } }
  }
  const form = await c.req.formData().catch(() => {
    throw badRequest('This form cannot be read')
  })
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file) throw badRequest('There is no file in this form')
  const cacheControl = `max-age=${Number(form.get('cacheControl') ?? 3600) || 3600}`
  const bytes = new Uint8Array(await file.arrayBuffer())
  const sent = form.get('metadata')
  const userMetadata = typeof sent === 'string' ? metadataOf(sent) : undefined
  return { bytes, described: { contentType: file.type, cacheControl, upsert, ...userMetadata } }
}

function metadataOf(text: string): { userMetadata: Record<string, unknown> } {
  try {
    const userMetadata: unknown = JSON.parse(text)
    if (isObject(userMetadata)) return { userMetadata }
  } catch {
    // Said below.
  }
  throw badRequest('The metadata is no JSON object')
}
