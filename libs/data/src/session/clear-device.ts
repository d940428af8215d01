import { localStore, SEARCHES_KEY } from '../device/store'

/** How far a person has read in which lesson: one entry a person. */
export const READING_KEY = 'rookies-reading:'

/** Forgets this and recent searches, of all people: at sign-out, for the next person at this browser. */
export function clearHistory(): void {
  for (const key of localStore.keys()) {
    if (key.startsWith(SEARCHES_KEY) || key.startsWith(READING_KEY)) localStore.removeItem(key)
  }
}

/** The browser's database of what one person has read, for when there is no connection. */
export const OFFLINE_CACHE_DATABASE = 'rookies-kept'

/**
 * Forgets what is kept on this device, whoever's it is (rules/data#kept). Asked for at once, and done even
 * when the page is left in the next moment. Throws nothing.
 */
export function clearOfflineCache(): void {
  try {
    globalThis.indexedDB?.deleteDatabase(OFFLINE_CACHE_DATABASE)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
