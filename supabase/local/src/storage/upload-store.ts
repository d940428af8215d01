import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import type { Locker, Upload } from '@tus/server'
import { isDiskFull } from '../disk-full'
import { noRoom } from './errors'

/** The time for which an interrupted upload can be continued. */
const DAY_MS = 24 * 60 * 60 * 1000

/** Creates an id for an upload. All uploads of one person to one name have ids with the same prefix. */
export function uploadId(owner: string, bucket: string, name: string): string {
  const place = JSON.stringify([owner, bucket, name])
  return `${createHash('sha256').update(place).digest('hex')}.${randomUUID()}`
}

const prefixOf = (id: string) => id.slice(0, id.indexOf('.') + 1)

/**
 * The unfinished uploads on the disk. A new upload of a person removes their earlier ones to the same name: a person's
 * room counts each name once, so that several uploads to one name would exceed it. When the disk is full, the store
 * removes the upload that does not fit and throws InsufficientStorage.
 */
export class UploadStore extends FileStore {
  readonly #locker: Locker
  /** The latest creation for each prefix. */
  readonly #creations = new Map<string, Promise<unknown>>()

  /** @param locker the locker of the TUS server */
  constructor(directory: string, locker: Locker) {
    super({ directory, expirationPeriodInMilliseconds: DAY_MS })
    this.#locker = locker
  }

  override create(upload: Upload): Promise<Upload> {
    return this.#serialize(prefixOf(upload.id), async () => {
      await this.#removeOthers(upload.id)
      return this.#discardIfFull(upload.id, () => super.create(upload))
    })
  }

  // The library's method hides the cause of a failure.
  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    return this.#discardIfFull(id, async () => {
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

  /** Removes an upload's bytes and metadata. */
  async discard(id: string): Promise<void> {
    for (const name of [id, `${id}.json`]) await rm(join(this.directory, name), { force: true })
  }

  /**
   * Removes what a killed process left of uploads that nobody can continue: bytes without metadata, or metadata without
   * bytes. The library removes only uploads that have both. To be called before the first request.
   */
  async discardRemains(): Promise<void> {
    for (const id of await this.#ids()) await this.getUpload(id).catch(() => this.discard(id))
  }

  async #ids(): Promise<Set<string>> {
    const names = await readdir(this.directory)
    return new Set(names.map((name) => name.replace(/\.json$/, '')))
  }

  async #serialize<T>(prefix: string, act: () => Promise<T>): Promise<T> {
    const acted = (this.#creations.get(prefix) ?? Promise.resolve()).then(act, act)
    this.#creations.set(prefix, acted)
    try {
      return await acted
    } finally {
      if (this.#creations.get(prefix) === acted) this.#creations.delete(prefix)
    }
  }

  async #removeOthers(id: string): Promise<void> {
    for (const other of await this.#ids()) {
      if (other === id || !other.startsWith(prefixOf(id))) continue
      const lock = this.#locker.newLock(other)
      // A request that is sending to this upload holds its lock, and is told to stop.
      await lock.lock(new AbortController().signal, () => {})
      await this.discard(other).finally(() => lock.unlock())
    }
  }

  async #discardIfFull<T>(id: string, act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      await this.discard(id)
      throw noRoom()
    }
  }
}
