import type { FileStore } from '../files/file-store'
import { cachedHashes, dropCached, putCachedFile } from './cache-store'
import {
  type CachedLessonFile,
  cachedFileName,
  filesOfCachedLessons,
  parseCachedFileName,
} from './cached-files'

/** Most bytes of one cached file, and of all cached files together. */
export const MAX_FILE_BYTES = 512 * 1024
export const MAX_TOTAL_BYTES = 20 * 1024 * 1024
/** Most paths that one call signs. */
const FILES_A_CALL = 100

interface CacheFilesParts {
  user: string
  store: FileStore
  /** Returns whether the device is online and the same person is signed in. */
  isHere: () => boolean
}

/**
 * Downloads the small files that the cached lessons link to and that are not cached yet, one after another, and removes
 * the files that no cached lesson links to any more (rules/files#offline). A file that cannot be fetched is left out.
 * Throws DataError if the files cannot be signed, and the browser's own error if the device has no room.
 */
export async function cacheFiles({ user, store, isHere }: CacheFilesParts): Promise<void> {
  const wanted = within(await filesOfCachedLessons(user))
  const there = (await cachedHashes(user)).filter((name) => parseCachedFileName(name) !== null)
  const gone = there.filter((name) => !wanted.has(name))
  if (gone.length > 0) await dropCached(user, gone)

  const missing = [...wanted].filter(([name]) => !there.includes(name))
  for (let from = 0; from < missing.length; from += FILES_A_CALL) {
    if (!isHere()) return
    const some = missing.slice(from, from + FILES_A_CALL)
    const addresses = await store.sign(some.map(([, { path }]) => path))
    for (const [name, { path, type }] of some) {
      const bytes = await fetched(addresses.get(path))
      if (!isHere()) return
      if (bytes) await putCachedFile(user, name, { bytes, type })
    }
  }
}

/** Chooses the small files in the order of the lessons, until the total is reached. */
function within(files: readonly CachedLessonFile[]): Map<string, CachedLessonFile> {
  const chosen = new Map<string, CachedLessonFile>()
  let total = 0
  for (const file of files) {
    if (file.size > MAX_FILE_BYTES || total + file.size > MAX_TOTAL_BYTES) continue
    total += file.size
    chosen.set(cachedFileName(file), file)
  }
  return chosen
}

/** The request carries no access token, because the address is signed. */
async function fetched(address: string | undefined): Promise<ArrayBuffer | null> {
  if (address === undefined) return null
  try {
    const answer = await fetch(address)
    const bytes = answer.ok ? await answer.arrayBuffer() : null
    return bytes && bytes.byteLength <= MAX_FILE_BYTES ? bytes : null
  } catch {
    return null
  }
}
