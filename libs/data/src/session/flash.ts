import { FLASH_KEY } from './flash-key'

/** Said when Auth does not know the session any more: ended elsewhere, or run out. */
export const SESSION_ENDED = {
  tone: 'error',
  title: 'Session ended',
  text: 'Please log in again to go on.',
} as const

/**
 * What may be said after a page load, by name. A fixed set: whatever else could write into the
 * storage could otherwise put its own words into our mouth.
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

/** The words that go by a name. */
export function flashMessage(name: FlashName): Flash {
  return FLASHES[name]
}

/** How long a message may be on its way. One that waited longer is about something long past. */
const FRESH_MS = 60_000

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Leaves a message for the page that is shown next, in whichever bundle (rules/interface#flash): `now` in ms.
 * One message at a time, the last one counts. A browser that keeps nothing shows nothing.
 */
export function setFlash(store: Store, name: FlashName, now: number): void {
  store.setItem(FLASH_KEY, `${name} ${now}`)
}

/** Takes the message that was left, at `now` (ms); null when there is none, or none of ours. */
export function takeFlash(store: Store, now: number): Flash | null {
  const [name = '', left] = (store.getItem(FLASH_KEY) ?? '').split(' ')
  store.removeItem(FLASH_KEY)
  const age = now - Number(left)
  return isFlashName(name) && age >= 0 && age <= FRESH_MS ? FLASHES[name] : null
}

function isFlashName(name: string): name is FlashName {
  return Object.hasOwn(FLASHES, name)
}
