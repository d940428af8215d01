import { localStore, SEARCHES_KEY } from '../device/store'

/** The prefix of the keys of reading places, one key per person. */
export const READING_KEY = 'rookies-reading:'

/** The prefix of the keys of failed runs of exercises, one key per person and exercise. */
export const PRACTICE_KEY = 'rookies-practice:'

const HISTORY = [SEARCHES_KEY, READING_KEY, PRACTICE_KEY]

/**
 * Deletes the reading places, the recent searches and the counts of failed runs of all people. Called when a person signs in or out, for the next
 * person who uses this browser.
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
 * the deletion happens even if the page is closed at once. Never throws.
 */
export function clearOfflineCache(): void {
  try {
    globalThis.indexedDB?.deleteDatabase(OFFLINE_CACHE_DATABASE)
  } catch {
    // A browser that refuses IndexedDB has no cache.
  }
}
