import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { courseKeys } from '../course-viewing/keys'
import type { CourseOutline } from '../course-viewing/outline'
import { outlineQuery } from '../course-viewing/outline-query'
import { readTextLessons } from '../course-viewing/text-lessons'
import type { LibraryCourse } from '../library/library-query'
import { keptOutline } from './kept-courses'
import { getKept, keptHashes, putKept } from './kept-store'
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
