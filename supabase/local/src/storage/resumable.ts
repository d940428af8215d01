import { rm } from 'node:fs/promises'
import { IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { ERRORS, MemoryLocker, Server, type ServerOptions, type Upload } from '@tus/server'
import { drained } from '../gateway/http'
import { errorCode } from '../plain-error'
import { type Caller, personOf, readCaller } from './database'
import type { Disk } from './disk'
import { badRequest, forbidden, invalidSignature, StorageError } from './errors'
import { maxAge, metadataOf } from './incoming-file'
import type { Objects } from './objects'
import type { Signatures } from './signatures'
import type { TurnKeeper } from './turn-keeper'
import { UploadStore, uploadId } from './upload-store'

export interface Resumable {
  /** Answers a request at the path, or below. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>
  /** Removes what was not gone on with for a day. */
  cleanUp(): Promise<void>
}

/**
 * Uploads that can be interrupted, by the protocol of tus.io, as a hosted project takes them: the name in
 * the metadata `bucketName` and `objectName`. Who began one goes on with it, nobody else; beginning another to the same name ends it.
 * @param options.path where they are answered; below `sign` those that bring the token of a signed address in `x-signature`
 */
export function createResumable(options: {
  objects: Objects
  disk: Disk
  keeper: TurnKeeper
  signatures: Signatures
  path: string
  maxSize: number
  key: Uint8Array
  log: (line: string) => void
}): Resumable {
  const { objects, disk, keeper, signatures, key } = options
  const directory = disk.resumable
  const locker = new MemoryLocker()
  const store = new UploadStore(directory, locker)

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
        // A new upload is asked about when it is made.
        if (request.method === 'POST' || request.method === 'OPTIONS') return
        const upload = await store.getUpload(id)
        const { caller } = await senderOf(request, namesOf(upload))
        if (upload.metadata?.owner !== ownerOf(caller)) throw forbidden()
      },
      onUploadCreate: (request, upload) =>
        keeper.inside(incomingOf(request), async () => {
          const names = namesOf(upload)
          const { caller, upsert } = await senderOf(request, names)
          const bucket = await objects.bucket(names.bucketName)
          // A length that comes later could not be held against the limit.
          if (upload.size === undefined) throw badRequest('Upload-Length is required')
          const { contentType, metadata } = upload.metadata ?? {}
          await objects.mayUpload(caller, bucket, names.objectName, {
            upsert,
            size: upload.size,
            ...(contentType && { type: contentType }),
            ...(metadata && { userMetadata: metadataOf(metadata) }),
          })
          await disk.checkRoom(upload.size)
          return { metadata: { ...upload.metadata, owner: ownerOf(caller) } }
        }),
      onUploadFinish: (request, upload) =>
        keeper.inside(incomingOf(request), async () => {
          const names = namesOf(upload)
          const { contentType, cacheControl, metadata } = upload.metadata ?? {}
          const file = await takeWhole(upload.id)
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

  const signedPath = `${options.path}/sign`
  const [own, signed] = [serverAt(options.path, byToken), serverAt(signedPath, bySignature)]
  return {
    handle: (incoming, outgoing) =>
      (incoming.url?.startsWith(signedPath) ? signed : own).handle(incoming, outgoing),
    async cleanUp() {
      await own.cleanUpExpiredUploads()
    },
  }
}

interface Names {
  bucketName: string
  objectName: string
}

/** Who sends to a name, and whether it may take the place of another. @throws StorageError */
type SenderOf = (request: Request, names: Names) => Promise<{ caller: Caller; upsert: boolean }>

type ServerRequest = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0]

function incomingOf({ runtime }: ServerRequest): IncomingMessage {
  const incoming = runtime?.node?.req
  if (incoming instanceof IncomingMessage) return incoming
  throw new Error('Uploads come over HTTP/1')
}

/** Nobody's own: the project's servers go on with what they began. */
const ownerOf = (caller: Caller) => personOf(caller) ?? caller.role

function namesOf(upload: Pick<Upload, 'metadata'>): Names {
  const { bucketName, objectName } = upload.metadata ?? {}
  if (!bucketName || !objectName) throw badRequest('bucketName and objectName are required')
  return { bucketName, objectName }
}
