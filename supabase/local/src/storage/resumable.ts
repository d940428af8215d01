import { rm } from 'node:fs/promises'
import { IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { ERRORS, MemoryLocker, Server, type ServerOptions, type Upload } from '@tus/server'
import { TooManyRequests } from '../gateway/database-slots'
import { drainRequest } from '../gateway/http'
import type { RequestSlots } from '../gateway/request-slots'
import { errorCode } from '../plain-error'
import { type Caller, personOf, readCaller } from './database'
import type { Disk } from './disk'
import { badRequest, forbidden, invalidSignature, StorageError, slowDown } from './errors'
import { maxAge, metadataOf } from './incoming-file'
import type { Objects } from './objects'
import type { Signatures } from './signatures'
import { UploadStore, uploadId } from './upload-store'

export interface Resumable {
  /** Answers a request to `path` or below it. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>
  /** Removes uploads that nobody continued for a day. */
  cleanUp(): Promise<void>
  /** Removes incomplete files of a killed process; to be called before the first request. */
  cleanUpRemains(): Promise<void>
}

/**
 * Resumable uploads by the protocol of tus.io, as a hosted project accepts them: the metadata `bucketName` and
 * `objectName` name the object. Only the person who began an upload can continue it. If they begin another one to the
 * same name, the first is removed.
 * @param options.path the path of the uploads; uploads by a signed address, whose token comes in the header
 *   `x-signature`, have the path `sign` below it
 */
export function createResumable(options: {
  objects: Objects
  disk: Disk
  slots: RequestSlots
  signatures: Signatures
  path: string
  maxSize: number
  key: Uint8Array
  log: (line: string) => void
}): Resumable {
  const { objects, disk, slots, signatures, key } = options
  const directory = disk.resumable
  const locker = new MemoryLocker()
  const store = new UploadStore(directory, locker)

  /** Moves a complete upload to the temporary files, where a new upload to the same name does not remove it. */
  async function takeComplete(id: string): Promise<string> {
    try {
      return await disk.moveToTemporary(join(directory, id))
    } catch (error) {
      throw errorCode(error) === 'ENOENT' ? ERRORS.FILE_NO_LONGER_EXISTS : error
    } finally {
      await store.discard(id)
    }
  }

  const byToken: SenderOf = async (request) => ({
    caller: await readCaller(request.headers.get('authorization'), key),
    upsert: request.headers.get('x-upsert') === 'true',
  })

  const bySignature: SenderOf = async (request, { bucketName, objectName }) => {
    const token = request.headers.get('x-signature')
    if (token === null) throw invalidSignature('Missing x-signature header')
    const { who, upsert } = await signatures.checkUpload(`${bucketName}/${objectName}`, token)
    return { caller: who, upsert }
  }

  const serverAt = (path: string, senderOf: SenderOf) =>
    new Server({
      path,
      datastore: store,
      locker,
      async namingFunction(request, metadata) {
        const names = namesOf({ metadata })
        const { caller } = await senderOf(request, names)
        return uploadId(ownerOf(caller), names.bucketName, names.objectName)
      },
      relativeLocation: true,
      maxSize: options.maxSize,
      async onIncomingRequest(request, id) {
        // onUploadCreate checks a new upload.
        if (request.method === 'POST' || request.method === 'OPTIONS') return
        const upload = await store.getUpload(id)
        const { caller } = await senderOf(request, namesOf(upload))
        if (upload.metadata?.owner !== ownerOf(caller)) throw forbidden()
      },
      onUploadCreate: (request, upload) =>
        slots.resume(incomingOf(request), async () => {
          const names = namesOf(upload)
          const { caller, upsert } = await senderOf(request, names)
          const bucket = await objects.bucket(names.bucketName)
          // The size limit is checked only here, so the length must be known now.
          if (upload.size === undefined) throw badRequest('Upload-Length is required')
          const { contentType, metadata } = upload.metadata ?? {}
          await objects.authorizeUpload(caller, bucket, names.objectName, {
            upsert,
            size: upload.size,
            ...(contentType && { type: contentType }),
            ...(metadata && { userMetadata: metadataOf(metadata) }),
          })
          await disk.checkRoom(upload.size)
          return { metadata: { ...upload.metadata, owner: ownerOf(caller) } }
        }),
      onUploadFinish: (request, upload) =>
        slots.resume(incomingOf(request), async () => {
          const names = namesOf(upload)
          const { contentType, cacheControl, metadata } = upload.metadata ?? {}
          const file = await takeComplete(upload.id)
          try {
            const { caller, upsert } = await senderOf(request, names)
            const bucket = await objects.bucket(names.bucketName)
            await objects.put(caller, bucket, names.objectName, file, {
              contentType: contentType ?? '',
              cacheControl: maxAge(cacheControl),
              userMetadata: metadata ? metadataOf(metadata) : null,
              upsert,
            })
          } finally {
            await rm(file, { force: true })
          }
          // With this date, the library would look up an upload that was complete at its creation, to compute when it
          // expires, and fail because it is gone.
          delete upload.creation_date
          return { headers: { 'Tus-Complete': '1' } }
        }),
      async onResponseError(request, thrown) {
        const error = thrown instanceof TooManyRequests ? slowDown() : thrown
        if (error instanceof StorageError) {
          // A caller who is disconnected while sending would not see the answer.
          await drainRequest(incomingOf(request))
          return { status_code: error.statusCode, body: JSON.stringify(error.body) }
        }
        if (error instanceof Error) options.log(`Resumable upload: ${error.stack}`)
        return undefined
      },
    })

  const signedPath = `${options.path}/sign`
  const [own, signed] = [serverAt(options.path, byToken), serverAt(signedPath, bySignature)]
  return {
    handle: (incoming, outgoing) =>
      (incoming.url?.startsWith(signedPath) ? signed : own).handle(incoming, outgoing),
    async cleanUp() {
      await own.cleanUpExpiredUploads()
    },
    cleanUpRemains: () => store.discardRemains(),
  }
}

interface Names {
  bucketName: string
  objectName: string
}

/** Returns the sender, and whether the upload may replace an object. @throws StorageError for an invalid token */
type SenderOf = (request: Request, names: Names) => Promise<{ caller: Caller; upsert: boolean }>

type ServerRequest = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0]

function incomingOf({ runtime }: ServerRequest): IncomingMessage {
  const incoming = runtime?.node?.req
  if (incoming instanceof IncomingMessage) return incoming
  throw new Error('Uploads need HTTP/1')
}

/** Returns who may continue an upload: its person, or for a caller without an id every caller of the same role. */
const ownerOf = (caller: Caller) => personOf(caller) ?? caller.role

function namesOf(upload: Pick<Upload, 'metadata'>): Names {
  const { bucketName, objectName } = upload.metadata ?? {}
  if (!bucketName || !objectName) throw badRequest('bucketName and objectName are required')
  return { bucketName, objectName }
}
