import { localStore } from '../device/store'
import { READING_KEY } from '../session/clear-device'

/** How far a person has read in a text. */
export interface ReadingPlace {
  /** The index of the paragraph, table or other block at the top of the window, from 0. */
  block: number
  /** The share of the block that is above the window, 0 to 1. */
  share: number
}

/** The number of lessons that are remembered, the one read last first. */
const MOST = 50

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

/** Returns where a person stopped reading a lesson in this browser; null if unknown (rules/learning#reading-place). */
export function readingPlace(userId: string, lessonId: string): ReadingPlace | null {
  const stored = storedPlaces(userId).find(([id]) => id === lessonId)
  return stored ? { block: stored[1], share: stored[2] } : null
}

/** Stores where a person stopped reading; null deletes it (rules/learning#reading-place). */
export function keepReadingPlace(
  userId: string,
  lessonId: string,
  place: ReadingPlace | null,
): void {
  const others = storedPlaces(userId).filter(([id]) => id !== lessonId)
  const own: StoredPlace[] = place
    ? [[lessonId, place.block, Math.round(place.share * 1000) / 1000]]
    : []
  const stored = [...own, ...others].slice(0, MOST)
  if (stored.length === 0) localStore.removeItem(READING_KEY + userId)
  else localStore.setItem(READING_KEY + userId, JSON.stringify(stored))
}
