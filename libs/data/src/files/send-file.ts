import { Upload } from 'tus-js-client'
import type { DataClient } from '../client'
import type { DataError } from '../errors'
import { currentSession } from '../session/current-session'
import { fileType } from './file-types'
import { storageFailure } from './storage-failure'
import type { Bucket } from './stored-file'

/** Bytes of one piece of a resumable upload, as hosted storage requires. */
const PIECE = 6 * 1024 * 1024
/** Milliseconds before a lost piece is sent again. */
const PAUSES = [0, 1000, 3000, 5000, 10_000]

/** A running upload. */
export interface Sending {
  /**
   * Resolves when the whole file has arrived. Rejects with DataError: NETWORK if `resume` can continue, another code if
   * storage refused; with an AbortError after `cancel`.
   */
  done: Promise<void>
  /** Stops after the current piece; storage keeps what has arrived for a day. */
  pause: () => void
  /** Continues after a pause or a lost connection. */
  resume: () => void
  /** Stops for good and removes what has arrived. */
  cancel: () => void
}

export interface SendOptions {
  /** The project's origin without a path, and its publishable key. */
  project: { url: string; key: string }
  client: Pick<DataClient, 'auth'>
  bucket: Bucket
  /** The path from `beginUploads`. */
  path: string
  file: File
  /** The stored type; by default the one of its name. */
  type?: string
  /** Called with the share that has arrived, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Called if the connection is lost for longer than a few tries; `resume` continues. */
  onStopped?: (error: DataError) => void
}

/** Uploads a file so that it can be paused and continues after a lost connection (rules/files#send). */
export function sendFile(options: SendOptions): Sending {
  const { project, client, bucket, path, file } = options
  let settle: { resolve: () => void; reject: (reason: unknown) => void }
  const done = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Nobody may wait for the promise of a cancelled upload.
  done.catch(() => {})

  // Each start has its own symbol. tus sends what was aborted while the file was opened or a request prepared; the
  // symbol prevents that.
  let run: symbol | null = Symbol()

  const upload = new Upload(file, {
    endpoint: `${project.url.replace(/\/+$/, '')}/storage/v1/upload/resumable`,
    chunkSize: PIECE,
    retryDelays: PAUSES,
    uploadDataDuringCreation: true,
    // Each upload has its own path, so none can continue after a reload.
    storeFingerprintForResuming: false,
    metadata: {
      bucketName: bucket,
      objectName: path,
      contentType: options.type ?? fileType(file.name),
      cacheControl: '31536000',
    },
    // A long upload may outlive a token.
    onBeforeRequest: async (request) => {
      const began = run
      const session = await currentSession(client.auth)
      request.setHeader('authorization', `Bearer ${session?.access_token ?? project.key}`)
      request.setHeader('apikey', project.key)
      const stopped = began === null || began !== run
      if (stopped && request.getMethod() !== 'DELETE') await new Promise(() => {})
    },
    onProgress: (sent, total) => options.onProgress?.(total === 0 ? 1 : sent / total),
    onSuccess: () => settle.resolve(),
    onShouldRetry: (error) => {
      const status = statusOf(error)
      // When a file is created, 409 means that it exists; later it means that a part arrived twice.
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
  // Only this file has the path, so an existing file was sent by a try whose answer was lost.
  const arrived = () => {
    run = null
    void upload.abort()
    options.onProgress?.(1)
    settle.resolve()
  }
  upload.start()

  return {
    done,
    pause: () => {
      run = null
      void upload.abort()
    },
    resume: () => {
      run = Symbol()
      upload.start()
    },
    cancel: () => {
      run = null
      // If storage cannot be reached, it removes the parts itself after a day.
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
