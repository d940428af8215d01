import { FLASH_KEY } from './flash-key'

/** Shown if Auth does not know the session any more, because it was ended elsewhere or has expired. */
export const SESSION_ENDED = {
  tone: 'error',
  title: 'Session ended',
  text: 'Please log in again to continue.',
} as const

/**
 * The messages that can be shown after a page load, by name. Only the name is stored, so that other code that writes to
 * the storage cannot show its own text.
 */
const FLASHES = {
  'signed-out': {
    tone: 'success',
    title: 'Signed out',
    text: 'You have been signed out successfully',
  },
  'session-ended': SESSION_ENDED,
  'profile-missing': {
    tone: 'error',
    title: 'Profile Setup Required',
    text: 'Your account has no profile yet. Please contact support.',
  },
  'auth-error': { tone: 'error', title: 'Authentication Error', text: 'Please log in again.' },
  'admin-denied': { tone: 'error', title: 'Access Denied', text: 'Admin access required' },
} as const

export type FlashName = keyof typeof FLASHES
export type Flash = (typeof FLASHES)[FlashName]

/** Returns the text of a message. */
export function flashMessage(name: FlashName): Flash {
  return FLASHES[name]
}

/** The maximum age of a message that is shown, in milliseconds. */
const FRESH_MS = 60_000

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Stores a message that the next page of either application will show (rules/interface#flash). A later message replaces
 * it. `now` is in milliseconds. Without a storage, no message is shown.
 */
export function setFlash(store: Store, name: FlashName, now: number): void {
  store.setItem(FLASH_KEY, `${name} ${now}`)
}

/**
 * Returns the stored message and deletes it; null if there is none, it is too old, or its name is unknown. `now` is in
 * milliseconds.
 */
export function readAndRemoveFlash(store: Store, now: number): Flash | null {
  const [name = '', left] = (store.getItem(FLASH_KEY) ?? '').split(' ')
  store.removeItem(FLASH_KEY)
  const age = now - Number(left)
  return isFlashName(name) && age >= 0 && age <= FRESH_MS ? FLASHES[name] : null
}

function isFlashName(name: string): name is FlashName {
  return Object.hasOwn(FLASHES, name)
}
