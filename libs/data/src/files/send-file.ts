import { Upload } from 'tus-js-client'
import type { DataClient } from '../client'
import type { DataError } from '../errors'
import { currentSession } from '../session/current-session'
import { fileType } from './file-types'
import { storageFailure } from './storage-failure'
import type { Bucket } from './stored-file'

/** What hosted storage takes as one piece of a resumable upload, in bytes. */
const PIECE = 6 * 1024 * 1024
/** Milliseconds before a piece that got lost is sent again. */
const PAUSES = [0, 1000, 3000, 5000, 10_000]

/** A file on its way. */
export interface Sending {
  /** Settles when all of it has arrived. Rejects with DataError: NETWORK where `resume` may go on, another code where storage refused; with an AbortError once it was cancelled. */
  done: Promise<void>
  /** Stops after what is under way; what has arrived stays there for a day. */
  pause: () => void
  /** Goes on where it stopped, or where the connection was lost. */
  resume: () => void
  /** Stops for good, and has what arrived removed. */
  cancel: () => void
}

export interface SendOptions {
  /** The project: origin without a path, and publishable key. */
  project: { url: string; key: string }
  client: Pick<DataClient, 'auth'>
  bucket: Bucket
  /** What `beginUploads` gave. */
  path: string
  file: File
  /** What it is stored as; what its name says where that is left out. */
  type?: string
  /** Called with the share that has arrived, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Called when the connection was lost for longer than a few tries; `resume` goes on. */
  onStopped?: (error: DataError) => void
}

/** Sends a file so that it can be paused, and goes on after a cut (rules/files#send). */
export function sendFile(options: SendOptions): Sending {
  const { project, client, bucket, path, file } = options
  let settle: { resolve: () => void; reject: (reason: unknown) => void }
  const done = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // A rejection is for those who wait; of a cancelled upload that may be no one.
  done.catch(() => {})

  // Between a start and a stop, one of its own. tus sends what it was told to abort while the file was opened or a
  // request prepared: that is held back by it.
  let run: symbol | null = Symbol()

  const upload = new Upload(file, {
    endpoint: `${project.url.replace(/\/+$/, '')}/storage/v1/upload/resumable`,
    chunkSize: PIECE,
    retryDelays: PAUSES,
    uploadDataDuringCreation: true,
    // Each upload has a path of its own, so that nothing can be gone on with after a reload.
    storeFingerprintForResuming: false,
    metadata: {
      bucketName: bucket,
      objectName: path,
      contentType: options.type ?? fileType(file.name),
      cacheControl: '31536000',
    },
    // A long upload outlives a token.
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
      // While a file is created it means that it is there, and later that part of it came twice.
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
  // The path is this file's alone: what is there is what was sent, by an attempt whose answer was lost.
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
      // What arrived is removed where storage can be reached; else it goes by itself after a day.
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
