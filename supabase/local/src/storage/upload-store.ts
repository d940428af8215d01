import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import type { Locker, Upload } from '@tus/server'
import { isDiskFull } from '../disk-full'
import { noRoom } from './errors'

/** As long as an upload that was cut off can be gone on with. */
const DAY_MS = 24 * 60 * 60 * 1000

/** An id for an upload; all that one person begins to one place have the same beginning. */
export function uploadId(owner: string, bucket: string, name: string): string {
  const place = JSON.stringify([owner, bucket, name])
  return `${createHash('sha256').update(place).digest('hex')}.${randomUUID()}`
}

const beginningOf = (id: string) => id.slice(0, id.indexOf('.') + 1)

/**
 * The uploads that are under way, on the disk. One that a person begins takes the place of what they began to the same
 * place before: else a path that was asked for once would take any number of its file's size. Leaves nothing of what
 * the disk has no room for, and says so.
 */
export class UploadStore extends FileStore {
  readonly #locker: Locker
  /** The last creation of each beginning. */
  readonly #creations = new Map<string, Promise<unknown>>()

  /** @param locker the server's own */
  constructor(directory: string, locker: Locker) {
    super({ directory, expirationPeriodInMilliseconds: DAY_MS })
    this.#locker = locker
  }

  override create(upload: Upload): Promise<Upload> {
    return this.#oneByOne(beginningOf(upload.id), async () => {
      await this.#endOthers(upload.id)
      return this.#withRoom(upload.id, () => super.create(upload))
    })
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

  /** Removes what there is of an upload. */
  async forget(id: string): Promise<void> {
    for (const name of [id, `${id}.json`]) await rm(join(this.directory, name), { force: true })
  }

  async #oneByOne<T>(beginning: string, act: () => Promise<T>): Promise<T> {
    const acted = (this.#creations.get(beginning) ?? Promise.resolve()).then(act, act)
    this.#creations.set(beginning, acted)
    try {
      return await acted
    } finally {
      if (this.#creations.get(beginning) === acted) this.#creations.delete(beginning)
    }
  }

  async #endOthers(id: string): Promise<void> {
    const names = await readdir(this.directory)
    const ids = new Set(names.map((name) => name.replace(/\.json$/, '')))
    for (const other of ids) {
      if (other === id || !other.startsWith(beginningOf(id))) continue
      const lock = this.#locker.newLock(other)
      // Who is sending to it is asked to stop.
      await lock.lock(new AbortController().signal, () => {})
      await this.forget(other).finally(() => lock.unlock())
    }
  }

  async #withRoom<T>(id: string, act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      await this.forget(id)
      throw noRoom()
    }
  }
}
