import { SEARCHES_KEY } from '../device/spare-keys'
import { localStore } from '../device/store'

/** How far a person has read in which lesson: one entry a person. */
export const READING_KEY = 'rookies-reading:'

/** Forgets this and recent searches, of all people: at sign-out, for the next person at this browser. */
export function forgetKept(): void {
  for (const key of localStore.keys()) {
    if (key.startsWith(SEARCHES_KEY) || key.startsWith(READING_KEY)) localStore.removeItem(key)
  }
}
