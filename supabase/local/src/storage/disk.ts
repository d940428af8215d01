import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { copyFile, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isDiskFull } from '../disk-full'
import { noRoom, tooLarge } from './errors'

/** Where the bytes are: one file for each version of an object, under an id of its own, never its name. */
export interface Disk {
  /** Folder of resumable uploads that are under way. */
  resumable: string
  /** Where a version lies. */
  path(version: string): string
  /**
   * Whether there is room for a file, and for what the database has to write to go on working.
   * @throws StorageError InsufficientStorage
   */
  checkRoom(bytes: number): Promise<void>
  /**
   * Puts bytes aside under no name yet as they arrive; gone again at the next start unless they are kept. What
   * fails leaves nothing, and the stream open: what else it brings is the caller's to drop.
   * @param most bytes that are taken
   * @throws StorageError EntityTooLarge, InsufficientStorage
   */
  receive(bytes: Readable, most: number): Promise<string>
  /** Puts a file aside that lies on the disk already. */
  putAside(file: string): Promise<string>
  /** Copies a version aside. @throws StorageError InsufficientStorage */
  copy(version: string): Promise<string>
  /** Makes a file that was put aside a version. @returns its id */
  keep(file: string): Promise<string>
  remove(version: string): Promise<void>
  /** Every version there is that is older than this process. */
  leftFromBefore(): Promise<string[]>
}

/** Bytes that uploads leave free: PostgreSQL's log grows by 16 MB at a time, and it ends where that fails. */
const SPARE = 64 * 1024 * 1024

/** @param dir of this data folder's files; made when it is missing, emptied of what was cut off */
export async function openDisk(dir: string): Promise<Disk> {
  const [objects, incoming, resumable] = ['objects', 'incoming', 'resumable'].map((name) =>
    join(dir, name),
  ) as [string, string, string]
  await rm(incoming, { recursive: true, force: true })
  for (const folder of [objects, incoming, resumable]) mkdirSync(folder, { recursive: true })
  const begun = Date.now()
  const path = (version: string) => join(objects, version)

  async function checkRoom(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(dir)
    if (bavail * bsize < bytes + SPARE) throw noRoom()
  }

  /** A new file that is put aside, filled by `fill`; nothing of it stays when that fails. */
  async function fillAside(fill: (file: string) => Promise<void>): Promise<string> {
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
    receive: (bytes, most) =>
      fillAside(async (file) => {
        const handle = await open(file, 'wx', 0o600)
        try {
          let size = 0
          for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
            size += chunk.length
            if (size > most) throw tooLarge()
            await handle.writeFile(chunk)
          }
          await handle.sync()
        } finally {
          await handle.close()
        }
      }),
    async putAside(file) {
      const aside = join(incoming, randomUUID())
      await rename(file, aside)
      return aside
    },
    async copy(version) {
      await checkRoom((await stat(path(version))).size)
      return fillAside(async (file) => {
        await copyFile(path(version), file)
        const handle = await open(file, 'r+')
        await handle.sync().finally(() => handle.close())
      })
    },
    async keep(file) {
      const version = randomUUID()
      await rename(file, path(version))
      return version
    },
    remove: (version) => rm(path(version), { force: true }),
    async leftFromBefore() {
      const versions = await readdir(objects)
      const old = await Promise.all(
        versions.map(async (version) => {
          const found = await stat(path(version)).catch(() => undefined)
          return found !== undefined && found.ctimeMs < begun
        }),
      )
      return versions.filter((_, index) => old[index])
    },
  }
}
