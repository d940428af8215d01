import { rm } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { ERRORS, MemoryLocker, Server, type ServerOptions, type Upload } from '@tus/server'
import { drained } from '../gateway/http'
import { errorCode } from '../plain-error'
import { type Caller, personOf, readCaller } from './database'
import type { Disk } from './disk'
import { badRequest, forbidden, StorageError } from './errors'
import { maxAge, metadataOf } from './incoming-file'
import type { Objects } from './objects'
import type { TurnKeeper } from './turn-keeper'
import { UploadStore, uploadId } from './upload-store'

export interface Resumable {
  server: Server
  /** Removes what was not gone on with for a day. */
  cleanUp(): Promise<void>
}

/**
 * Uploads that can be interrupted, by the protocol of tus.io, as a hosted project takes them: the name in
 * the metadata `bucketName` and `objectName`. Who began one goes on with it, nobody else; beginning another to the same name ends it.
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
  const locker = new MemoryLocker()
  const store = new UploadStore(directory, locker)

  async function checkOwner(request: Request, id: string): Promise<void> {
    const caller = await callerOf(request)
    const upload = await store.getUpload(id)
    if (upload.metadata?.owner !== ownerOf(caller)) throw forbidden()
  }

  /** Puts an upload that is whole where no other ends it. */
  async function takeWhole(id: string): Promise<string> {
    try {
      return await disk.putAside(join(directory, id))
    } catch (error) {
      throw errorCode(error) === 'ENOENT' ? ERRORS.FILE_NO_LONGER_EXISTS : error
    } finally {
      await store.forget(id)
    }
  }

  const server = new Server({
    path: options.path,
    datastore: store,
    locker,
    async namingFunction(request, metadata) {
      const { bucketName, objectName } = namesOf({ metadata })
      return uploadId(ownerOf(await callerOf(request)), bucketName, objectName)
    },
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
        return { metadata: { ...upload.metadata, owner: ownerOf(caller) } }
      }),
    onUploadFinish: (request, upload) =>
      keeper.inside(incomingOf(request), async () => {
        const { bucketName, objectName } = namesOf(upload)
        const { contentType, cacheControl, metadata } = upload.metadata ?? {}
        const file = await takeWhole(upload.id)
        try {
          const bucket = await objects.bucket(bucketName)
          await objects.put(await callerOf(request), bucket, objectName, file, {
            contentType: contentType ?? '',
            cacheControl: maxAge(cacheControl),
            userMetadata: metadata ? metadataOf(metadata) : {},
            upsert: isUpsert(request),
          })
        } finally {
          await rm(file, { force: true })
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

type ServerRequest = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0]

function incomingOf({ runtime }: ServerRequest): IncomingMessage {
  const incoming = runtime?.node?.req
  if (incoming instanceof IncomingMessage) return incoming
  throw new Error('Uploads come over HTTP/1')
}

const isUpsert = (request: Request) => request.headers.get('x-upsert') === 'true'

/** Nobody's own: the project's servers go on with what they began. */
const ownerOf = (caller: Caller) => personOf(caller) ?? caller.role

function namesOf(upload: Pick<Upload, 'metadata'>): { bucketName: string; objectName: string } {
  const { bucketName, objectName } = upload.metadata ?? {}
  if (!bucketName || !objectName) throw badRequest('bucketName and objectName are required')
  return { bucketName, objectName }
}
