import { hashKey } from '@tanstack/react-query'
import { courseKeys } from '../course-viewing/outline'
import { localStore } from '../device/store'
import { OFFLINE_CACHE_DATABASE } from '../session/clear-device'
import { SESSION_KEY } from '../session/keys'
import type { SessionUser } from '../session/session-query'

/**
 * The version of the database. Raise it when the shape of the cached answers changes; the browser then deletes the
 * older ones.
 */
const SHAPE = 2
const ANSWERS = 'answers'
/** The key under which the time of the last contact with the server is stored, beside the answers of a person. */
const CONTACT = ''
/** The prefixes of the keys of files and of text lessons. */
export const FILE = 'file/'
export const TEXT = hashKey(courseKeys.lesson('')).slice(0, -'""]'.length)

export interface CachedAnswer {
  /** JSON. */
  text: string
  /** The time of the answer, in milliseconds. */
  at: number
}

export interface CachedFile {
  bytes: ArrayBuffer
  type: string
}

/**
 * Stores answers under the person's id and the hash of their query, together with the time of the last contact with the
 * server (milliseconds; null leaves it unchanged). If the device has no room, the cached files are removed, then the
 * older half of the texts (rules/data#device). If there is still no room, nothing is stored and the function throws.
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

/** Returns the cached answer of a person's query, by the hash of the query. */
export async function getCached(user: string, hash: string): Promise<CachedAnswer | undefined> {
  const found: unknown = await inStore('readonly', (store) => store.get([user, hash]))
  return isAnswer(found) ? found : undefined
}

/** Stores a file under a name that differs from every hash of a query. Throws if the device has no room. */
export async function putCachedFile(user: string, name: string, file: CachedFile): Promise<void> {
  await inStore('readwrite', (store) => store.put(file, [user, name]))
}

export async function getCachedFile(user: string, name: string): Promise<CachedFile | undefined> {
  const found: unknown = await inStore('readonly', (store) => store.get([user, name]))
  return isFile(found) ? found : undefined
}

/** Returns the time of the last contact with the server in milliseconds; null if nothing of the person is cached. */
export async function lastContact(user: string): Promise<number | null> {
  const found: unknown = await inStore('readonly', (store) => store.get([user, CONTACT]))
  return typeof found === 'number' ? found : null
}

/** Returns the hashes of all cached answers of a person, and the names of all cached files. */
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

/** Removes everything that is cached for other people. */
export async function dropOthers(user: string): Promise<void> {
  await inStore('readwrite', (store) => {
    store.delete(IDBKeyRange.upperBound([user], true))
    store.delete(IDBKeyRange.lowerBound([user, []], true))
    return store.count()
  })
}

/** All keys of a person. IndexedDB sorts arrays after strings, so `[user, []]` follows every `[user, hash]`. */
const allOf = (user: string) => IDBKeyRange.bound([user], [user, []])

/** Runs one transaction and closes the database, because an open connection would block its deletion at sign-out. */
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
    const asked = indexedDB.open(OFFLINE_CACHE_DATABASE, SHAPE)
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
    // `instanceof` fails here, because IndexedDB may return a buffer of another realm.
    Object.prototype.toString.call(Reflect.get(value, 'bytes')) === '[object ArrayBuffer]' &&
    typeof Reflect.get(value, 'type') === 'string'
  )
}

/**
 * Returns the person of the stored session, even if it has expired; null for a visitor. All tabs and both applications
 * read the same storage, so they agree.
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
