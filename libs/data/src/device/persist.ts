import { localStore } from './store'

/** Returns whether the browser stores anything for the site beyond this page. The storage may still be full. */
export function canPersist(): boolean {
  try {
    return globalThis.localStorage.getItem('') === null
  } catch {
    return false
  }
}

/** Stores a text. Returns false if the text is lost when this page is closed. */
export function persist(key: string, text: string, store = localStore): boolean {
  store.setItem(key, text)
  return !store.inMemory.has(key)
}
