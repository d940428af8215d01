import { localStore, SEARCHES_KEY } from '../device/store'

/** The prefix of the keys under which places in texts are stored, one key for each person. */
export const READING_KEY = 'rookies-reading:'

/** The prefix of the keys under which failed runs of exercises are counted, one key for each person and exercise. */
export const PRACTICE_KEY = 'rookies-practice:'

const HISTORY = [SEARCHES_KEY, READING_KEY, PRACTICE_KEY]

/**
 * Deletes the stored places in texts, recent searches and counts of failed runs of all people. Called at sign-in and
 * sign-out, because several people may use this browser.
 */
export function clearHistory(): void {
  for (const key of localStore.keys()) {
    if (HISTORY.some((prefix) => key.startsWith(prefix))) localStore.removeItem(key)
  }
}

/** The IndexedDB database of the offline cache. The stored name must not change. */
export const OFFLINE_CACHE_DATABASE = 'rookies-kept'

/**
 * Deletes the offline cache of all people on this device (rules/data#kept). The request is sent synchronously, so that
 * it is carried out even if the page is closed at once. Never throws.
 */
export function clearOfflineCache(): void {
  try {
    globalThis.indexedDB?.deleteDatabase(OFFLINE_CACHE_DATABASE)
  } catch {
    // A browser that refuses IndexedDB has no cache.
  }
}
