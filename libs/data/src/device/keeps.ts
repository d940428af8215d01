import { localStore } from './store'

/** Whether the browser keeps anything for the site beyond this page; what it has no room for is another matter. */
export function keepsAnything(): boolean {
  try {
    return globalThis.localStorage.getItem('') === null
  } catch {
    return false
  }
}

/** Keeps a text. Out: false when it lasts no longer than this page. */
export function keep(key: string, text: string, store = localStore): boolean {
  store.setItem(key, text)
  return !store.unkept.has(key)
}
