import { newId } from '@rookies/data/device/new-id'
import { type DataError, isTransient, toDataError } from '@rookies/data/errors'
import type { FileFacts } from '@rookies/data/files/begin-uploads'
import { fileRefusal, fileType } from '@rookies/data/files/file-types'
import type { Sending } from '@rookies/data/files/send-file'
import { isFinalRefusal } from '@rookies/data/files/storage-failure'
import type { StoredFile } from '@rookies/data/files/stored-file'

/** The use of a file in a lesson. */
export type UploadKind = 'attachment' | 'file' | 'text'

/** Paused by the person, stopped by a lost connection, or failed by a refusal. */
type UploadState = 'waiting' | 'sending' | 'paused' | 'stopped' | 'failed'

/** A file that is not completely uploaded yet. */
export interface Upload {
  /** The id of the attachment that the file becomes. */
  id: string
  kind: UploadKind
  file: File
  name: string
  /** In bytes. */
  size: number
  type: string
  /** The uploaded fraction, from 0 to 1. */
  share: number
  state: UploadState
  /** The sentence that explains a failure; null without one. */
  failure: string | null
  /** Whether another try would certainly fail in the same way. */
  isFinal: boolean
}

/** Callbacks for the end of an upload. */
export interface UploadEnd {
  onDone: (stored: StoredFile, upload: Upload) => void
  /** Called when an upload was cancelled or refused. */
  onGone?: (upload: Upload) => void
}

/** What the queue needs from its caller: file detection, measuring, and requests. */
export interface UploadWire {
  /** Detects a file's type by its content and names the file accordingly; rejects if the type is not allowed. */
  detectType: (file: File) => Promise<{ name: string; type: string }>
  /** A picture's size in pixels; null if it is no picture. */
  measure: (file: File, type: string) => Promise<{ width: number; height: number } | null>
  /** Requests the storage path to which a file is uploaded. */
  begin: (facts: FileFacts) => Promise<string>
  send: (options: {
    path: string
    file: File
    type: string
    onProgress: (share: number) => void
    onStopped: (error: DataError) => void
  }) => Promise<Sending>
}

interface Job extends UploadEnd {
  facts?: FileFacts & { type: string }
  path?: string
  opening?: boolean
  sending?: Sending
}

/** Number of uploads at the same time; more would only slow each other down. */
const AT_ONCE = 2

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/**
 * A queue of uploads that runs two at a time and reports progress (rules/files#send). Completed uploads leave the
 * queue.
 */
export function createUploadQueue(wire: UploadWire) {
  let uploads: readonly Upload[] = []
  const jobs = new Map<string, Job>()
  const listeners = new Set<() => void>()

  const show = (next: readonly Upload[]) => {
    uploads = next
    for (const listener of listeners) listener()
  }
  const find = (id: string) => uploads.find((upload) => upload.id === id)
  const set = (id: string, part: Partial<Upload>) =>
    show(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))
  const drop = (id: string) => {
    jobs.delete(id)
    show(uploads.filter((upload) => upload.id !== id))
  }

  function goOn() {
    for (const { id, state } of uploads) {
      if (uploads.filter((upload) => upload.state === 'sending').length >= AT_ONCE) return
      if (state === 'waiting') start(id)
    }
  }

  function start(id: string) {
    const job = jobs.get(id)
    const upload = find(id)
    if (!job || !upload) return
    set(id, { state: 'sending' })
    if (job.sending) job.sending.resume()
    else if (!job.opening) void open(id, job, upload.file)
  }

  async function open(id: string, job: Job, file: File) {
    job.opening = true
    try {
      job.facts ??= await factsOf(file)
      const { name, type } = job.facts
      set(id, { name, type })
      job.path ??= await wire.begin(job.facts)
      if (!jobs.has(id)) return
      const sending = await wire.send({
        path: job.path,
        file,
        type,
        onProgress: (share) => set(id, { share }),
        onStopped: () => {
          if (find(id)?.state === 'sending') set(id, { state: 'stopped' })
          goOn()
        },
      })
      // The upload may have been cancelled or paused while its path was requested.
      if (!jobs.has(id)) return sending.cancel()
      if (find(id)?.state !== 'sending') sending.pause()
      job.sending = sending
      job.opening = false
      await sending.done
      arrived(id, job, job.path)
    } catch (cause) {
      failed(id, job, toDataError(cause))
    } finally {
      job.opening = false
      goOn()
    }
  }

  async function factsOf(file: File) {
    const { name, type } = await wire.detectType(file)
    return { name, type, size: file.size, ...(await wire.measure(file, type)) }
  }

  function arrived(id: string, { facts, onDone }: Job, path: string) {
    const upload = find(id)
    if (!upload) return
    drop(id)
    const { name, size, type } = upload
    const { width = null, height = null } = facts ?? {}
    onDone({ path, name, size, type, width, height, alt: '' }, upload)
  }

  function failed(id: string, job: Job, error: DataError) {
    const upload = find(id)
    if (!upload) return
    if (isTransient(error)) {
      set(id, { state: 'stopped' })
      return
    }
    // A new try requests a new path, because stored files are never overwritten.
    delete job.path
    delete job.sending
    set(id, { state: 'failed', failure: error.message, isFinal: isFinalRefusal(error) })
    job.onGone?.(upload)
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get: () => uploads,
    /**
     * Adds files with their use and callbacks. Returns the started uploads, and why other files were refused. A file
     * that is already being uploaded is in neither list.
     */
    add: (files: readonly File[], kind: UploadKind, end: UploadEnd) => {
      const added: Upload[] = []
      const refused: string[] = []
      for (const file of files) {
        const { name, size } = file
        const again = [...uploads, ...added].some(
          (other) => other.kind === kind && other.state !== 'failed' && isSame(other.file, file),
        )
        const refusal = fileRefusal(file)
        if (refusal !== null) refused.push(refusal)
        if (refusal !== null || again) continue
        const id = `temp-${newId()}`
        jobs.set(id, { ...end })
        added.push({
          id,
          kind,
          file,
          name,
          size,
          type: fileType(name),
          share: 0,
          state: 'waiting',
          failure: null,
          isFinal: false,
        })
      }
      show([...uploads, ...added])
      goOn()
      return { added, refused }
    },
    pause: (id: string) => {
      set(id, { state: 'paused' })
      jobs.get(id)?.sending?.pause()
      goOn()
    },
    /** Resumes a paused or stopped upload, or tries a failed one again if it may succeed. */
    resume: (id: string) => {
      set(id, { state: 'waiting', failure: null })
      goOn()
    },
    /** Cancels an upload; a failed one is removed from the list. */
    cancel: (id: string) => {
      const upload = find(id)
      const job = jobs.get(id)
      if (!upload || !job) return
      job.sending?.cancel()
      drop(id)
      if (upload.state !== 'failed') job.onGone?.(upload)
      goOn()
    },
    /** Cancels all uploads, when the lesson that they belong to is closed. */
    cancelAll: () => {
      for (const job of jobs.values()) job.sending?.cancel()
      jobs.clear()
      show([])
    },
  }
}

export type UploadQueue = ReturnType<typeof createUploadQueue>
