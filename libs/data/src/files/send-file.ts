import { Upload } from 'tus-js-client'
import type { DataClient } from '../client'
import type { DataError } from '../errors'
import { currentSession } from '../session/current-session'
import { fileType } from './file-types'
import { storageFailure } from './storage-failure'
import type { Bucket } from './stored-file'

/** The size of each part of a resumable upload in bytes, as hosted storage requires. */
const PART_BYTES = 6 * 1024 * 1024
/** The pauses before a part is sent again, in milliseconds. */
const PAUSES = [0, 1000, 3000, 5000, 10_000]

/** A running upload. */
export interface Sending {
  /**
   * Resolves when the whole file has arrived. Rejects with DataError: NETWORK if `resume` can continue, another code if
   * storage refused; with an AbortError after `cancel`.
   */
  done: Promise<void>
  /** Pauses the upload after the current part. Storage keeps the received parts for a day. */
  pause: () => void
  /** Continues after a pause or an interruption of the connection. */
  resume: () => void
  /** Ends the upload and deletes the received parts. */
  cancel: () => void
}

export interface SendOptions {
  /** The project's origin without a path, and its publishable key. */
  project: { url: string; key: string }
  client: Pick<DataClient, 'auth'>
  bucket: Bucket
  /** The path that `beginUploads` returned. */
  path: string
  file: File
  /** The type to store. The default is the type of the name's extension. */
  type?: string
  /** Called with the uploaded share, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Called if several attempts to send a part have failed. `resume` continues. */
  onStopped?: (error: DataError) => void
}

/**
 * Uploads a file. The upload can be paused, and continues after an interruption of the connection (rules/files#send).
 */
export function sendFile(options: SendOptions): Sending {
  const { project, client, bucket, path, file } = options
  let settle: { resolve: () => void; reject: (reason: unknown) => void }
  const done = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Without a handler, the rejection of a cancelled upload would count as an uncaught error.
  done.catch(() => {})

  // Each start of the upload gets a new symbol. The tus client does not notice an abort while it opens the file or
  // prepares a request, so a start whose symbol is no longer the current one is stopped here.
  let currentStart: symbol | null = Symbol()

  const upload = new Upload(file, {
    endpoint: `${project.url.replace(/\/+$/, '')}/storage/v1/upload/resumable`,
    chunkSize: PART_BYTES,
    retryDelays: PAUSES,
    uploadDataDuringCreation: true,
    // Each upload has a new path, so an upload cannot be continued after the page was loaded again.
    storeFingerprintForResuming: false,
    metadata: {
      bucketName: bucket,
      objectName: path,
      contentType: options.type ?? fileType(file.name),
      cacheControl: '31536000',
    },
    // The access token is read for each request, because an upload can take longer than a token is valid.
    onBeforeRequest: async (request) => {
      const began = currentStart
      const session = await currentSession(client.auth)
      request.setHeader('authorization', `Bearer ${session?.access_token ?? project.key}`)
      request.setHeader('apikey', project.key)
      const stopped = began === null || began !== currentStart
      if (stopped && request.getMethod() !== 'DELETE') await new Promise(() => {})
    },
    onProgress: (sent, total) => options.onProgress?.(total === 0 ? 1 : sent / total),
    onSuccess: () => settle.resolve(),
    onShouldRetry: (error) => {
      const status = statusOf(error)
      // For the request that creates a file, 409 means that the file exists. For later requests it means that a part
      // was sent twice.
      if (status === 409) return error.originalRequest.getMethod() !== 'POST'
      const isRefused = status >= 400 && status < 500 && status !== 423 && status !== 429
      return !isRefused && status !== 507 && globalThis.navigator?.onLine !== false
    },
    onAfterResponse: (_, answer) => {
      if (Number(answer.getHeader('Upload-Offset') ?? 0) > file.size) arrived()
    },
    onError: (error) => {
      const status = statusOf(error)
      if (status === 409) return arrived()
      const failure = storageFailure(status)
      if (failure.code === 'NETWORK' && options.onStopped) options.onStopped(failure)
      else settle.reject(failure)
    },
  })
  // No other upload has this path, so an existing file was uploaded by an earlier attempt whose answer was lost.
  const arrived = () => {
    currentStart = null
    void upload.abort()
    options.onProgress?.(1)
    settle.resolve()
  }
  upload.start()

  return {
    done,
    pause: () => {
      currentStart = null
      void upload.abort()
    },
    resume: () => {
      currentStart = Symbol()
      upload.start()
    },
    cancel: () => {
      currentStart = null
      // If storage cannot be reached now, it deletes the parts itself after a day.
      upload.abort(true).catch(() => {})
      settle.reject(new DOMException('The upload was cancelled.', 'AbortError'))
    },
  }
}

function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('originalResponse' in error)) return 0
  const answer = error.originalResponse
  return typeof answer === 'object' && answer !== null && 'getStatus' in answer
    ? Number((answer.getStatus as () => number)())
    : 0
}
