import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { copyFile, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isDiskFull } from '../disk-full'
import { noRoom, tooLarge } from './errors'

/** The files on the disk: one for each version of an object, named by the version's id and never by the object's name. */
export interface Disk {
  /** The folder of unfinished resumable uploads. */
  resumable: string
  /** Returns the path of a version. */
  path(version: string): string
  /**
   * Checks that the disk has room for a file, besides the space that the database needs to keep working.
   * @throws StorageError InsufficientStorage
   */
  checkRoom(bytes: number): Promise<void>
  /**
   * Writes bytes to a temporary file as they arrive, and returns its path. The next start deletes temporary files that
   * were not stored. A failure leaves no file, and leaves the stream open: the caller drops the rest.
   * @param maxBytes the most bytes that are accepted
   * @throws StorageError EntityTooLarge, InsufficientStorage
   */
  receive(bytes: Readable, maxBytes: number): Promise<string>
  /** Moves a file to the temporary files. */
  moveToTemporary(file: string): Promise<string>
  /** Copies a version to a temporary file. @throws StorageError InsufficientStorage */
  copyToTemporary(version: string): Promise<string>
  /** Makes a temporary file a version, and returns the version's id. */
  store(file: string): Promise<string>
  remove(version: string): Promise<void>
  /** Returns the versions that are older than this process. */
  versionsBeforeStart(): Promise<string[]>
}

/** Bytes that uploads leave free. PostgreSQL's log grows by 16 MB at a time, and PostgreSQL stops if that fails. */
const SPARE = 64 * 1024 * 1024

/** @param dir is created if it is missing; unfinished files of plain uploads in it are deleted */
export async function openDisk(dir: string): Promise<Disk> {
  const [objects, incoming, resumable] = ['objects', 'incoming', 'resumable'].map((name) =>
    join(dir, name),
  ) as [string, string, string]
  await rm(incoming, { recursive: true, force: true })
  for (const folder of [objects, incoming, resumable]) mkdirSync(folder, { recursive: true })
  const startedAt = Date.now()
  const path = (version: string) => join(objects, version)

  async function checkRoom(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(dir)
    if (bavail * bsize < bytes + SPARE) throw noRoom()
  }

  /** Creates a temporary file with `fill`, and removes it if `fill` fails. */
  async function fillTemporary(fill: (file: string) => Promise<void>): Promise<string> {
    const file = join(incoming, randomUUID())
    try {
      await fill(file)
      return file
    } catch (error) {
      await rm(file, { force: true })
      throw isDiskFull(error) ? noRoom() : error
    }
  }

  return {
    resumable,
    path,
    checkRoom,
    receive: (bytes, maxBytes) =>
      fillTemporary(async (file) => {
        const handle = await open(file, 'wx', 0o600)
        try {
          let size = 0
          for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
            size += chunk.length
            if (size > maxBytes) throw tooLarge()
            await handle.writeFile(chunk)
          }
          await handle.sync()
        } finally {
          await handle.close()
        }
      }),
    async moveToTemporary(file) {
      const temporary = join(incoming, randomUUID())
      await rename(file, temporary)
      return temporary
    },
    async copyToTemporary(version) {
      await checkRoom((await stat(path(version))).size)
      return fillTemporary(async (file) => {
        await copyFile(path(version), file)
        const handle = await open(file, 'r+')
        await handle.sync().finally(() => handle.close())
      })
    },
    async store(file) {
      const version = randomUUID()
      await rename(file, path(version))
      return version
    },
    remove: (version) => rm(path(version), { force: true }),
    async versionsBeforeStart() {
      const versions = await readdir(objects)
      const old = await Promise.all(
        versions.map(async (version) => {
          const found = await stat(path(version)).catch(() => undefined)
          return found !== undefined && found.ctimeMs < startedAt
        }),
      )
      return versions.filter((_, index) => old[index])
    },
  }
}
