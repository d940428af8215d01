import { FLASH_KEY } from './flash-key'

/** Shown if Auth no longer knows the session, because it was ended elsewhere or has expired. */
export const SESSION_ENDED = {
  tone: 'error',
  title: 'Session ended',
  text: 'Please log in again to continue.',
} as const

/**
 * The messages that may follow a page load, by name. Only names are stored, so that other code that can write to the
 * storage cannot put its own text on the page.
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

/** A message that is older than this is not shown. */
const FRESH_MS = 60_000

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Stores a message for the next page of either application (rules/interface#flash); `now` is in milliseconds. A second
 * message replaces the first. Without storage no message is shown.
 */
export function setFlash(store: Store, name: FlashName, now: number): void {
  store.setItem(FLASH_KEY, `${name} ${now}`)
}

/**
 * Returns and removes the stored message; null if there is none, or none with a known name. `now` is in milliseconds.
 */
export function takeFlash(store: Store, now: number): Flash | null {
  const [name = '', left] = (store.getItem(FLASH_KEY) ?? '').split(' ')
  store.removeItem(FLASH_KEY)
  const age = now - Number(left)
  return isFlashName(name) && age >= 0 && age <= FRESH_MS ? FLASHES[name] : null
}

function isFlashName(name: string): name is FlashName {
  return Object.hasOwn(FLASHES, name)
}
