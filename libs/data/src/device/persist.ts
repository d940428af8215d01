import { localStore } from './store'

/** Returns whether the browser allows the site to store data. The storage may be full. */
export function canPersist(): boolean {
  try {
    return globalThis.localStorage.getItem('') === null
  } catch {
    return false
  }
}

/** Stores a text. Returns false if it will be lost when the page is closed. */
export function persist(key: string, text: string, store = localStore): boolean {
  store.setItem(key, text)
  return !store.inMemory.has(key)
}
