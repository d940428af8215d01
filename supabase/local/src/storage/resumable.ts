import { open, rm } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { Server, type ServerOptions, type Upload } from '@tus/server'
import { isDiskFull } from '../disk-full'
import { drained } from '../gateway/http'
import { type Caller, personOf, readCaller } from './database'
import type { Disk } from './disk'
import { badRequest, forbidden, noRoom, StorageError } from './errors'
import { maxAge, metadataOf } from './incoming-file'
import type { Objects } from './objects'
import type { TurnKeeper } from './turn-keeper'

/** As long as an upload that was cut off can be gone on with. */
const DAY_MS = 24 * 60 * 60 * 1000

export interface Resumable {
  server: Server
  /** Removes what was not gone on with for a day. */
  cleanUp(): Promise<void>
}

/**
 * Uploads that can be interrupted, by the protocol of tus.io, as a hosted project takes them: the name in
 * the metadata `bucketName` and `objectName`. Who began one goes on with it, nobody else.
 * @param path where they are answered
 */
export function createResumable(options: {
  objects: Objects
  disk: Disk
  keeper: TurnKeeper
  path: string
  maxSize: number
  key: Uint8Array
  log: (line: string) => void
}): Resumable {
  const { objects, disk, keeper, key } = options
  const directory = disk.resumable
  const callerOf = (request: Request) => readCaller(request.headers.get('authorization'), key)
  const store = new DiskStore({ directory, expirationPeriodInMilliseconds: DAY_MS })

  /** The upload that each person has open to a path. */
  const open = new Map<string, string>()

  /** Another one to the same path takes the place of the first: each would hold as much of the disk as was announced. */
  async function beginOnly(place: string, id: string): Promise<void> {
    const before = open.get(place)
    open.set(place, id)
    if (before !== undefined) await remove(before)
  }

  async function remove(id: string): Promise<void> {
    for (const name of [id, `${id}.json`]) await rm(join(directory, name), { force: true })
  }

  async function checkOwner(request: Request, id: string): Promise<void> {
    const caller = await callerOf(request)
    const upload = await store.getUpload(id)
    if (upload.metadata?.owner !== ownerOf(caller)) throw forbidden()
  }

  const server = new Server({
    path: options.path,
    datastore: store,
    relativeLocation: true,
    maxSize: options.maxSize,
    async onIncomingRequest(request, id) {
      // A new upload is asked about when it is made.
      if (request.method !== 'POST' && request.method !== 'OPTIONS') await checkOwner(request, id)
    },
    onUploadCreate: (request, upload) =>
      keeper.inside(incomingOf(request), async () => {
        const caller = await callerOf(request)
        const { bucketName, objectName } = namesOf(upload)
        const bucket = await objects.bucket(bucketName)
        // A length that comes later could not be held against the limit.
        if (upload.size === undefined) throw badRequest('Upload-Length is required')
        const type = upload.metadata?.contentType ?? ''
        const announced = { upsert: isUpsert(request), size: upload.size, type }
        await objects.mayUpload(caller, bucket, objectName, announced)
        await disk.checkRoom(upload.size)
        await beginOnly(`${ownerOf(caller)} ${bucketName}/${objectName}`, upload.id)
        return { metadata: { ...upload.metadata, owner: ownerOf(caller) } }
      }),
    onUploadFinish: (request, upload) =>
      keeper.inside(incomingOf(request), async () => {
        const { bucketName, objectName } = namesOf(upload)
        const { contentType, cacheControl, metadata } = upload.metadata ?? {}
        const file = join(directory, upload.id)
        try {
          const bucket = await objects.bucket(bucketName)
          await objects.put(await callerOf(request), bucket, objectName, file, {
            contentType: contentType ?? '',
            cacheControl: maxAge(cacheControl),
            userMetadata: metadata ? metadataOf(metadata) : {},
            upsert: isUpsert(request),
          })
        } finally {
          await remove(upload.id)
          for (const [place, id] of open) if (id === upload.id) open.delete(place)
        }
        // Of one that came whole with its creation the library would look up when it ends, and not find it.
        delete upload.creation_date
        return { headers: { 'Tus-Complete': '1' } }
      }),
    async onResponseError(request, error) {
      if (error instanceof StorageError) {
        // Who is cut off while they send would never see the answer.
        await drained(incomingOf(request))
        return { status_code: error.statusCode, body: JSON.stringify(error.body) }
      }
      if (error instanceof Error) options.log(`Resumable upload: ${error.stack}`)
      return undefined
    },
  })
  return {
    server,
    async cleanUp() {
      await server.cleanUpExpiredUploads()
    },
  }
}

/** Leaves nothing of what the disk has no room for, and says so. */
class DiskStore extends FileStore {
  override async create(upload: Upload): Promise<Upload> {
    return this.#withRoom(upload.id, () => super.create(upload))
  }

  // The library's own says of no failure what it was.
  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    return this.#withRoom(id, async () => {
      const file = await open(join(this.directory, id), 'r+')
      let at = offset
      try {
        for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
          for (let from = 0; from < chunk.length; ) {
            const { bytesWritten } = await file.write(chunk, from, chunk.length - from, at)
            from += bytesWritten
            at += bytesWritten
          }
        }
      } finally {
        await file.close()
      }
      return at
    })
  }

  async #withRoom<T>(id: string, act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      for (const name of [id, `${id}.json`]) await rm(join(this.directory, name), { force: true })
      throw noRoom()
    }
  }
}

type ServerRequest = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0]

function incomingOf({ runtime }: ServerRequest): IncomingMessage {
  const incoming = runtime?.node?.req
  if (incoming instanceof IncomingMessage) return incoming
  throw new Error('Uploads come over HTTP/1')
}

const isUpsert = (request: Request) => request.headers.get('x-upsert') === 'true'

/** Nobody's own: the project's servers go on with what they began. */
const ownerOf = (caller: Caller) => personOf(caller) ?? caller.role

function namesOf(upload: Upload): { bucketName: string; objectName: string } {
  const { bucketName, objectName } = upload.metadata ?? {}
  if (!bucketName || !objectName) throw badRequest('bucketName and objectName are required')
  return { bucketName, objectName }
}
