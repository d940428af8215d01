import { hashKey } from '@tanstack/react-query'
import { courseKeys } from '../course-viewing/keys'
import { KEPT_DATABASE } from '../session/kept-keys'

/** One more than before when what is kept changes its shape: older answers are then forgotten. */
const SHAPE = 2
const ANSWERS = 'answers'
/** Beside the answers of a person: when the server last spoke to them. */
const CONTACT = ''
/** What the names of files begin with, and the hashes of texts. */
export const FILE = 'file/'
export const TEXT = hashKey(courseKeys.lesson('')).slice(0, -'""]'.length)

/** An answer of the server as it is kept. */
export interface KeptAnswer {
  /** As JSON. */
  text: string
  /** When the server gave it, in milliseconds. */
  at: number
}

/** A file of a lesson as it is kept. */
export interface KeptFile {
  bytes: ArrayBuffer
  type: string
}

/**
 * Keeps answers under the person's id and the hash of their query, and with them when the server last spoke
 * to this person (milliseconds; null when it did not). Where there is no room, files are given up for it, and then the
 * older half of the texts (rules/data#device). All of it or, where there is no room even so, nothing: then it throws.
 */
export async function putKept(
  user: string,
  answers: ReadonlyMap<string, KeptAnswer>,
  contact: number | null,
): Promise<void> {
  const put = () =>
    inStore('readwrite', (store) => {
      for (const [hash, answer] of answers) store.put(answer, [user, hash])
      if (contact !== null) store.put(contact, [user, CONTACT])
      return store.count()
    })
  const given = [keptFileNames, olderTexts]
  for (;;) {
    try {
      await put()
      return
    } catch (error) {
      const next = isFull(error) ? given.shift() : undefined
      if (!next) throw error
      const spare = (await next(user)).filter((hash) => !answers.has(hash))
      if (spare.length > 0) await dropKept(user, spare)
    }
  }
}

const isFull = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError'

const keptFileNames = async (user: string) =>
  (await keptHashes(user)).filter((hash) => hash.startsWith(FILE))

async function olderTexts(user: string): Promise<string[]> {
  const texts: { hash: string; at: number }[] = []
  for (const hash of await keptHashes(user)) {
    const kept = hash.startsWith(TEXT) ? await getKept(user, hash) : undefined
    if (kept) texts.push({ hash, at: kept.at })
  }
  texts.sort((one, other) => one.at - other.at)
  return texts.slice(0, Math.ceil(texts.length / 2)).map(({ hash }) => hash)
}

/** What was kept of a person's query, by its hash. */
export async function getKept(user: string, hash: string): Promise<KeptAnswer | undefined> {
  const found: unknown = await inStore('readonly', (store) => store.get([user, hash]))
  return isAnswer(found) ? found : undefined
}

/** Keeps a file of a person under a name that no query's hash has. Throws where there is no room. */
export async function putKeptFile(user: string, name: string, file: KeptFile): Promise<void> {
  await inStore('readwrite', (store) => store.put(file, [user, name]))
}

/** A file that was kept for a person under that name. */
export async function getKeptFile(user: string, name: string): Promise<KeptFile | undefined> {
  const found: unknown = await inStore('readonly', (store) => store.get([user, name]))
  return isFile(found) ? found : undefined
}

/** When the server last spoke to a person here, in milliseconds; null when nothing of theirs is kept. */
export async function lastContact(user: string): Promise<number | null> {
  const found: unknown = await inStore('readonly', (store) => store.get([user, CONTACT]))
  return typeof found === 'number' ? found : null
}

/** The hashes of all that is kept of a person, and the names of files. */
export async function keptHashes(user: string): Promise<string[]> {
  const keys = await inStore('readonly', (store) => store.getAllKeys(allOf(user)))
  return keys.flatMap((key) => {
    const hash: unknown = Array.isArray(key) ? key[1] : null
    return typeof hash === 'string' && hash !== CONTACT ? [hash] : []
  })
}

/** Forgets these answers of a person. */
export async function dropKept(user: string, hashes: readonly string[]): Promise<void> {
  await inStore('readwrite', (store) => {
    for (const hash of hashes) store.delete([user, hash])
    return store.count()
  })
}

/** Forgets what is kept of anybody else. */
export async function dropOthers(user: string): Promise<void> {
  await inStore('readwrite', (store) => {
    store.delete(IDBKeyRange.upperBound([user], true))
    store.delete(IDBKeyRange.lowerBound([user, []], true))
    return store.count()
  })
}

/** Behind every text comes every list, so this is the end of a person's. */
const allOf = (user: string) => IDBKeyRange.bound([user], [user, []])

/**
 * One transaction in a database that is closed again: so nothing that a page left open can stand in the way
 * of forgetting.
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
    const asked = indexedDB.open(KEPT_DATABASE, SHAPE)
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

/** Anything may have written there. */
function isAnswer(value: unknown): value is KeptAnswer {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'text') === 'string' &&
    typeof Reflect.get(value, 'at') === 'number'
  )
}

function isFile(value: unknown): value is KeptFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    // Of whichever realm: what comes back from a database is not always of the page's own.
    Object.prototype.toString.call(Reflect.get(value, 'bytes')) === '[object ArrayBuffer]' &&
    typeof Reflect.get(value, 'type') === 'string'
  )
}
