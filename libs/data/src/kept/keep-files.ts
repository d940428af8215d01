import type { FileStore } from '../files/file-store'
import { type FileOfKept, filesOfKeptLessons, keptFileName, parseKeptFileName } from './kept-files'
import { dropKept, keptHashes, putKeptFile } from './kept-store'

/** Bytes that one file, and all together, may have on a device. */
export const LARGEST_KEPT = 512 * 1024
export const MOST_KEPT = 20 * 1024 * 1024
/** Paths that one call has signed. */
const FILES_A_CALL = 100

interface KeepFilesParts {
  user: string
  store: FileStore
  /** Whether there is a connection still, and the person. */
  isHere: () => boolean
}

/**
 * Fetches the small files that the kept lessons name and that are not here yet, one after another, and forgets those that
 * they name no more (rules/files#offline). Throws DataError where they cannot be signed, and where there is no room.
 */
export async function keepFiles({ user, store, isHere }: KeepFilesParts): Promise<void> {
  const wanted = within(await filesOfKeptLessons(user))
  const there = (await keptHashes(user)).filter((name) => parseKeptFileName(name) !== null)
  const gone = there.filter((name) => !wanted.has(name))
  if (gone.length > 0) await dropKept(user, gone)

  const missing = [...wanted].filter(([name]) => !there.includes(name))
  for (let from = 0; from < missing.length; from += FILES_A_CALL) {
    if (!isHere()) return
    const some = missing.slice(from, from + FILES_A_CALL)
    const addresses = await store.sign(some.map(([, { path }]) => path))
    for (const [name, { path, type }] of some) {
      const bytes = await fetched(addresses.get(path))
      if (!isHere()) return
      if (bytes) await putKeptFile(user, name, { bytes, type })
    }
  }
}

/** What is small, in the lessons' order, as far as there is room. */
function within(files: readonly FileOfKept[]): Map<string, FileOfKept> {
  const chosen = new Map<string, FileOfKept>()
  let total = 0
  for (const file of files) {
    if (file.size > LARGEST_KEPT || total + file.size > MOST_KEPT) continue
    total += file.size
    chosen.set(keptFileName(file), file)
  }
  return chosen
}

/** Not as the person: the address itself says that it may be fetched. */
async function fetched(address: string | undefined): Promise<ArrayBuffer | null> {
  if (address === undefined) return null
  try {
    const answer = await fetch(address)
    const bytes = answer.ok ? await answer.arrayBuffer() : null
    return bytes && bytes.byteLength <= LARGEST_KEPT ? bytes : null
  } catch {
    return null
  }
}
