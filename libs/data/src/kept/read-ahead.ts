import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { courseKeys } from '../course-viewing/keys'
import { type CourseOutline, outlineQuery, parseOutline } from '../course-viewing/outline'
import { readTextLessons } from '../course-viewing/text-lessons'
import type { Json } from '../database.gen'
import { type LibraryCourse, libraryKeys, parseLibrary } from '../library/library-query'
import { getKept, type KeptAnswer, keptHashes, putKept } from './kept-store'
import { coursesInProgress, keptLessons } from './worth-keeping'

/** Kept outlines and texts that are older than this are read anew, in milliseconds. */
const OUTLINE_FRESH_MS = 3_600_000
const TEXT_FRESH_MS = 24 * 3_600_000
/** Lessons that one call asks for: their ids have to fit into an address. */
const LESSONS_A_CALL = 50

interface ReadAheadParts {
  client: DataClient
  queries: QueryClient
  user: string
  library: readonly LibraryCourse[]
  /** Whether there is a connection still, and the person. */
  isHere: () => boolean
  /** Keeps what the queries have been answered. */
  keep: () => Promise<void>
}

/**
 * Fetches what is missing, or was read long ago, of the courses in progress: an outline an hour, the texts of
 * a course a day, one call after another. Throws DataError with the first call that fails.
 */
export async function readAhead(parts: ReadAheadParts): Promise<void> {
  const { user, library, isHere } = parts
  const kept = new Set(await keptHashes(user))
  const opened = (slug: string) => kept.has(hashKey(courseKeys.outline(slug)))
  for (const { slug } of coursesInProgress(library, opened)) {
    if (!isHere()) return
    const outline = await outlineOf(parts, slug)
    if (outline) await readTexts(parts, outline)
  }
}

async function outlineOf(
  { client, queries, user, keep }: ReadAheadParts,
  slug: string,
): Promise<CourseOutline | null> {
  const kept = await keptOutline(user, slug)
  if (kept && Date.now() - kept.at < OUTLINE_FRESH_MS) return kept.outline
  // On a screen that offers another try.
  if (queries.getQueryState(courseKeys.outline(slug))?.status === 'error') return null
  const outline = await queries.fetchQuery(outlineQuery(client, slug))
  await keep()
  return outline
}

async function readTexts(
  { client, user, isHere }: ReadAheadParts,
  outline: CourseOutline,
): Promise<void> {
  const wanted = await staleTexts(user, outline)
  for (let from = 0; from < wanted.length; from += LESSONS_A_CALL) {
    if (!isHere()) return
    const at = Date.now()
    const lessons = await readTextLessons(client, wanted.slice(from, from + LESSONS_A_CALL))
    if (!isHere()) return
    const answers = lessons.map(
      (lesson) =>
        [hashKey(courseKeys.lesson(lesson.id)), { text: JSON.stringify(lesson), at }] as const,
    )
    await putKept(user, new Map(answers), at)
  }
}

async function staleTexts(user: string, outline: CourseOutline): Promise<string[]> {
  const ids = keptLessons(outline).map(({ id }) => id)
  const ages = await Promise.all(
    ids.map(async (id) => {
      const kept = await getKept(user, hashKey(courseKeys.lesson(id)))
      return Date.now() - (kept?.at ?? 0)
    }),
  )
  return ids.filter((_, at) => (ages[at] ?? 0) > TEXT_FRESH_MS)
}

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
