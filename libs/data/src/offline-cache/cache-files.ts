import type { FileStore } from '../files/file-store'
import { cachedHashes, dropCached, putCachedFile } from './cache-store'
import {
  type CachedLessonFile,
  cachedFileName,
  filesOfCachedLessons,
  parseCachedFileName,
} from './cached-files'

/** The maximum number of bytes of one cached file, and of all cached files together. */
export const MAX_FILE_BYTES = 512 * 1024
export const MAX_TOTAL_BYTES = 20 * 1024 * 1024
/** The maximum number of paths in one request for signed addresses. */
const PATHS_PER_REQUEST = 100

interface CacheFilesParts {
  user: string
  store: FileStore
  /** Returns whether the device is online and the same person is still signed in. */
  isHere: () => boolean
}

/**
 * Downloads the small files that cached lessons use and that are not cached yet, one after another, and deletes cached
 * files that no cached lesson uses any more (rules/files#offline). A file that cannot be downloaded is left out. Throws
 * DataError if the server signs no addresses, and the browser's own error if the device is full.
 */
export async function cacheFiles({ user, store, isHere }: CacheFilesParts): Promise<void> {
  const wanted = chooseFiles(await filesOfCachedLessons(user))
  const there = (await cachedHashes(user)).filter((name) => parseCachedFileName(name) !== null)
  const gone = there.filter((name) => !wanted.has(name))
  if (gone.length > 0) await dropCached(user, gone)

  const missing = [...wanted].filter(([name]) => !there.includes(name))
  for (let from = 0; from < missing.length; from += PATHS_PER_REQUEST) {
    if (!isHere()) return
    const some = missing.slice(from, from + PATHS_PER_REQUEST)
    const addresses = await store.sign(some.map(([, { path }]) => path))
    for (const [name, { path, type }] of some) {
      const bytes = await download(addresses.get(path))
      if (!isHere()) return
      if (bytes) await putCachedFile(user, name, { bytes, type })
    }
  }
}

/** Chooses small files, in the order of the lessons, up to the maximum total size. */
function chooseFiles(files: readonly CachedLessonFile[]): Map<string, CachedLessonFile> {
  const chosen = new Map<string, CachedLessonFile>()
  let total = 0
  for (const file of files) {
    if (file.size > MAX_FILE_BYTES || total + file.size > MAX_TOTAL_BYTES) continue
    total += file.size
    chosen.set(cachedFileName(file), file)
  }
  return chosen
}

/** Downloads a file. The request needs no access token, because the address is signed. */
async function download(address: string | undefined): Promise<ArrayBuffer | null> {
  if (address === undefined) return null
  try {
    const answer = await fetch(address)
    const bytes = answer.ok ? await answer.arrayBuffer() : null
    return bytes && bytes.byteLength <= MAX_FILE_BYTES ? bytes : null
  } catch {
    return null
  }
}
