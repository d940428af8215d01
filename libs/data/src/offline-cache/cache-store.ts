import { hashKey } from '@tanstack/react-query'
import { courseKeys } from '../course-viewing/outline'
import { localStore } from '../device/store'
import { OFFLINE_CACHE_DATABASE } from '../session/clear-device'
import { SESSION_KEY } from '../session/keys'
import type { SessionUser } from '../session/session-query'

/**
 * The version of the browser's database. Increase it when the shape of cached answers changes: the browser then deletes
 * all older entries.
 */
const VERSION = 2
const ANSWERS = 'answers'
/** The key of the entry that stores when the server last answered this person. */
const CONTACT = ''
/** The prefixes of the keys of cached files and of cached text lessons. */
export const FILE = 'file/'
export const TEXT = hashKey(courseKeys.lesson('')).slice(0, -'""]'.length)

export interface CachedAnswer {
  /** The answer as JSON. */
  text: string
  /** When the answer was received, in milliseconds. */
  at: number
}

export interface CachedFile {
  bytes: ArrayBuffer
  type: string
}

/**
 * Stores answers by the person's id and the hash of the query, and when the server last answered (milliseconds; null
 * leaves that unchanged). If the device is full, the cached files are deleted, and then the older half of the texts
 * (rules/data#device). If that does not help, nothing changes and the function throws.
 */
export async function putCached(
  user: string,
  answers: ReadonlyMap<string, CachedAnswer>,
  contact: number | null,
): Promise<void> {
  const put = () =>
    inStore('readwrite', (store) => {
      for (const [hash, answer] of answers) store.put(answer, [user, hash])
      if (contact !== null) store.put(contact, [user, CONTACT])
      return store.count()
    })
  const given = [cachedFileNames, olderTexts]
  for (;;) {
    try {
      await put()
      return
    } catch (error) {
      const next = isFull(error) ? given.shift() : undefined
      if (!next) throw error
      const spare = (await next(user)).filter((hash) => !answers.has(hash))
      if (spare.length > 0) await dropCached(user, spare)
    }
  }
}

const isFull = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError'

const cachedFileNames = async (user: string) =>
  (await cachedHashes(user)).filter((hash) => hash.startsWith(FILE))

async function olderTexts(user: string): Promise<string[]> {
  const texts: { hash: string; at: number }[] = []
  for (const hash of await cachedHashes(user)) {
    const cached = hash.startsWith(TEXT) ? await getCached(user, hash) : undefined
    if (cached) texts.push({ hash, at: cached.at })
  }
  texts.sort((one, other) => one.at - other.at)
  return texts.slice(0, Math.ceil(texts.length / 2)).map(({ hash }) => hash)
}

/** Returns a cached answer by the hash of its query; undefined if it is not cached. */
export async function getCached(user: string, hash: string): Promise<CachedAnswer | undefined> {
  const found: unknown = await inStore('readonly', (store) => store.get([user, hash]))
  return isAnswer(found) ? found : undefined
}

/** Stores a file under a name that no query can have as its hash. Throws if the device is full. */
export async function putCachedFile(user: string, name: string, file: CachedFile): Promise<void> {
  await inStore('readwrite', (store) => store.put(file, [user, name]))
}

export async function getCachedFile(user: string, name: string): Promise<CachedFile | undefined> {
  const found: unknown = await inStore('readonly', (store) => store.get([user, name]))
  return isFile(found) ? found : undefined
}

/** Returns when the server last answered this person, in milliseconds; null if nothing is cached for the person. */
export async function lastContact(user: string): Promise<number | null> {
  const found: unknown = await inStore('readonly', (store) => store.get([user, CONTACT]))
  return typeof found === 'number' ? found : null
}

/** Returns the names of all cached entries of a person: hashes of queries, and names of files. */
export async function cachedHashes(user: string): Promise<string[]> {
  const keys = await inStore('readonly', (store) => store.getAllKeys(allOf(user)))
  return keys.flatMap((key) => {
    const hash: unknown = Array.isArray(key) ? key[1] : null
    return typeof hash === 'string' && hash !== CONTACT ? [hash] : []
  })
}

export async function dropCached(user: string, hashes: readonly string[]): Promise<void> {
  await inStore('readwrite', (store) => {
    for (const hash of hashes) store.delete([user, hash])
    return store.count()
  })
}

/** Deletes everything that is cached for other people. */
export async function dropOthers(user: string): Promise<void> {
  await inStore('readwrite', (store) => {
    store.delete(IDBKeyRange.upperBound([user], true))
    store.delete(IDBKeyRange.lowerBound([user, []], true))
    return store.count()
  })
}

/**
 * The range of all keys of a person. IndexedDB sorts arrays after strings, so `[user, []]` comes after every `[user,
 * hash]`.
 */
const allOf = (user: string) => IDBKeyRange.bound([user], [user, []])

/**
 * Runs a transaction and closes the database afterwards, because an open connection would block the deletion of the
 * database at sign-out.
 */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(ANSWERS, mode)
      const asked = work(transaction.objectStore(ANSWERS))
      transaction.oncomplete = () => resolve(asked.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(OFFLINE_CACHE_DATABASE, VERSION)
    asked.onupgradeneeded = () => {
      const { result } = asked
      if (result.objectStoreNames.contains(ANSWERS)) result.deleteObjectStore(ANSWERS)
      result.createObjectStore(ANSWERS)
    }
    asked.onsuccess = () => {
      asked.result.onversionchange = () => asked.result.close()
      resolve(asked.result)
    }
    asked.onerror = () => reject(asked.error)
  })
}

function isAnswer(value: unknown): value is CachedAnswer {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'text') === 'string' &&
    typeof Reflect.get(value, 'at') === 'number'
  )
}

function isFile(value: unknown): value is CachedFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    // `instanceof` does not work here, because IndexedDB may return a buffer from another realm.
    Object.prototype.toString.call(Reflect.get(value, 'bytes')) === '[object ArrayBuffer]' &&
    typeof Reflect.get(value, 'type') === 'string'
  )
}

/**
 * Returns the person of the stored session, even if the session has expired; null for a visitor. All tabs and both
 * applications read the same storage.
 */
export function storedUser(): SessionUser | null {
  try {
    const { user } = JSON.parse(localStore.getItem(SESSION_KEY) ?? '{}')
    const { id, email } = user ?? {}
    if (typeof id !== 'string') return null
    return { id, email: typeof email === 'string' && email ? email : null }
  } catch {
    return null
  }
}
