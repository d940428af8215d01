import { localStore } from '../device/store'
import { READING_KEY } from '../session/kept-keys'

/** How far a person has read in a text. */
export interface ReadingPlace {
  /** The paragraph, table or other block at the top of the window, counted from 0. */
  block: number
  /** How much of it is above that, 0 to 1. */
  share: number
}

/** Lessons that are remembered; the one that was read last is the first. */
const MOST = 50

type Kept = [lessonId: string, block: number, share: number]

function isKept(item: unknown): item is Kept {
  return (
    Array.isArray(item) &&
    typeof item[0] === 'string' &&
    Number.isInteger(item[1]) &&
    typeof item[2] === 'number'
  )
}

function allKept(userId: string): Kept[] {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(READING_KEY + userId) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isKept) : []
  } catch {
    return []
  }
}

/**
 * In: a person and a lesson. Out: where they stopped reading it in this browser; null where nothing is known
 * (rules/learning#reading-place).
 */
export function readingPlace(userId: string, lessonId: string): ReadingPlace | null {
  const kept = allKept(userId).find(([id]) => id === lessonId)
  return kept ? { block: kept[1], share: kept[2] } : null
}

/** Keeps where a person stopped reading, or with null forgets it (rules/learning#reading-place). */
export function keepReadingPlace(
  userId: string,
  lessonId: string,
  place: ReadingPlace | null,
): void {
  const others = allKept(userId).filter(([id]) => id !== lessonId)
  const own: Kept[] = place ? [[lessonId, place.block, Math.round(place.share * 1000) / 1000]] : []
  const kept = [...own, ...others].slice(0, MOST)
  if (kept.length === 0) localStore.removeItem(READING_KEY + userId)
  else localStore.setItem(READING_KEY + userId, JSON.stringify(kept))
}
