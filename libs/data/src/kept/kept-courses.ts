import { hashKey } from '@tanstack/react-query'
import { courseKeys } from '../course-viewing/keys'
import { type CourseOutline, parseOutline } from '../course-viewing/outline'
import type { Json } from '../database.gen'
import { libraryKeys } from '../library/keys'
import { type LibraryCourse, parseLibrary } from '../library/library-query'
import { getKept, type KeptAnswer } from './kept-store'

/** The library as it is kept for a person; null when it is not. Throws DataError `MALFORMED` for anything else. */
export async function keptLibrary(user: string): Promise<LibraryCourse[] | null> {
  const kept = await getKept(user, hashKey(libraryKeys.courses()))
  return kept ? parseLibrary(json(kept)) : null
}

/** An outline as it is kept for a person, and when it was answered (milliseconds); as `keptLibrary`. */
export async function keptOutline(
  user: string,
  slug: string,
): Promise<{ outline: CourseOutline; at: number } | null> {
  const kept = await getKept(user, hashKey(courseKeys.outline(slug)))
  const outline = kept && parseOutline(json(kept))
  return outline ? { outline, at: kept.at } : null
}

function json({ text }: KeptAnswer): Json {
  return JSON.parse(text)
}
