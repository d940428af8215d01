import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server, type Upload } from '@tus/server'
import { type Caller, personOf, readCaller } from './database'
import { badRequest, forbidden, StorageError, tooLarge } from './errors'
import type { Objects } from './objects'

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
 * @param directory for what is under way
 * @param path where they are answered
 */
export function createResumable(options: {
  objects: Objects
  directory: string
  path: string
  maxSize: number
  key: Uint8Array
  log: (line: string) => void
}): Resumable {
  const { objects, directory, key } = options
  const callerOf = (request: Request) => readCaller(request.headers.get('authorization'), key)
  const store = new FileStore({ directory, expirationPeriodInMilliseconds: DAY_MS })

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
    async onUploadCreate(request, upload) {
      const caller = await callerOf(request)
      const { bucketName, objectName } = namesOf(upload)
      const bucket = await objects.bucket(bucketName)
      // A length that comes later could not be held against the limit.
      if (upload.size === undefined) throw badRequest('Upload-Length is required')
      if (upload.size > Number(bucket.file_size_limit ?? options.maxSize)) throw tooLarge()
      await objects.mayUpload(caller, bucket, objectName, false, upload.size)
      return { metadata: { ...upload.metadata, owner: ownerOf(caller) } }
    },
    async onUploadFinish(request, upload) {
      const { bucketName, objectName } = namesOf(upload)
      const file = join(directory, upload.id)
      try {
        await objects.put(
          await callerOf(request),
          await objects.bucket(bucketName),
          objectName,
          file,
          {
            contentType: upload.metadata?.contentType ?? '',
            cacheControl: `max-age=${Number(upload.metadata?.cacheControl ?? 3600) || 3600}`,
            upsert: false,
          },
        )
      } finally {
        await rm(`${file}.json`, { force: true })
      }
      // Of one that came whole with its creation the library would look up when it ends, and not find it.
      delete upload.creation_date
      return {}
    },
    onResponseError(_request, error) {
      if (error instanceof StorageError) {
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

/** Nobody's own: the project's servers go on with what they began. */
const ownerOf = (caller: Caller) => personOf(caller) ?? caller.role

function namesOf(upload: Upload): { bucketName: string; objectName: string } {
  const { bucketName, objectName } = upload.metadata ?? {}
  if (!bucketName || !objectName) throw badRequest('bucketName and objectName are required')
  return { bucketName, objectName }
}
