import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the bytes are: one file for each version of an object, under an id of its own, never its name. */
export interface Disk {
  /** Folder of resumable uploads that are under way. */
  resumable: string
  /** Where a version lies. */
  path(version: string): string
  /** Puts bytes aside under no name yet; gone again at the next start unless they are kept. */
  write(bytes: Uint8Array): Promise<string>
  /** Copies a version aside. */
  copy(version: string): Promise<string>
  /** Makes a file that was put aside a version. @returns its id */
  keep(file: string): Promise<string>
  remove(version: string): Promise<void>
  /** Every version there is that is older than this process. */
  leftFromBefore(): Promise<string[]>
}

/** @param dir of this data folder's files; made when it is missing, emptied of what was cut off */
export async function openDisk(dir: string): Promise<Disk> {
  const [objects, incoming, resumable] = ['objects', 'incoming', 'resumable'].map((name) =>
    join(dir, name),
  ) as [string, string, string]
  await rm(incoming, { recursive: true, force: true })
  for (const folder of [objects, incoming, resumable]) mkdirSync(folder, { recursive: true })
  const begun = Date.now()
  const path = (version: string) => join(objects, version)

  async function write(bytes: Uint8Array): Promise<string> {
    const file = join(incoming, randomUUID())
    const handle = await open(file, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    return file
  }

  return {
    resumable,
    path,
    write,
    async copy(version) {
      const handle = await open(path(version))
      try {
        return await write(await handle.readFile())
      } finally {
        await handle.close()
      }
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
