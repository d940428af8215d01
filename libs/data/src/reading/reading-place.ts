import { localStore } from '../device/store'
import { READING_KEY } from '../session/clear-device'

/** The place in a text up to which a person has read. */
export interface ReadingPlace {
  /** The index of the paragraph, table or other block at the top of the window, from 0. */
  block: number
  /** The share of that block that is above the window, from 0 to 1. */
  share: number
}

/** The maximum number of lessons whose places are stored. */
const MAX_PLACES = 50

type StoredPlace = [lessonId: string, block: number, share: number]

function isStoredPlace(item: unknown): item is StoredPlace {
  return (
    Array.isArray(item) &&
    typeof item[0] === 'string' &&
    Number.isInteger(item[1]) &&
    typeof item[2] === 'number'
  )
}

function storedPlaces(userId: string): StoredPlace[] {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(READING_KEY + userId) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isStoredPlace) : []
  } catch {
    return []
  }
}

/**
 * Returns the place at which a person stopped reading a lesson in this browser; null if unknown
 * (rules/learning#reading-place).
 */
export function readingPlace(userId: string, lessonId: string): ReadingPlace | null {
  const stored = storedPlaces(userId).find(([id]) => id === lessonId)
  return stored ? { block: stored[1], share: stored[2] } : null
}

/** Stores the place at which a person stopped reading a lesson; null deletes it (rules/learning#reading-place). */
export function keepReadingPlace(
  userId: string,
  lessonId: string,
  place: ReadingPlace | null,
): void {
  const others = storedPlaces(userId).filter(([id]) => id !== lessonId)
  const own: StoredPlace[] = place
    ? [[lessonId, place.block, Math.round(place.share * 1000) / 1000]]
    : []
  const stored = [...own, ...others].slice(0, MAX_PLACES)
  if (stored.length === 0) localStore.removeItem(READING_KEY + userId)
  else localStore.setItem(READING_KEY + userId, JSON.stringify(stored))
}
