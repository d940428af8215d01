import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { LESSON_COLUMNS } from '../course-viewing/lesson-columns'
import type { LessonBody } from '../course-viewing/lesson-query'
import {
  type CourseOutline,
  courseKeys,
  outlineQuery,
  parseOutline,
} from '../course-viewing/outline'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { type LibraryCourse, libraryKeys, parseLibrary } from '../library/library-query'
import { myWeekQuery, nextChange, parseWeek } from '../library/my-week'
import { serverNow } from '../server-clock'
import { type CachedAnswer, cachedHashes, getCached, putCached } from './cache-store'
import { cachedLessons, coursesInProgress, isInCohort, TEXT_TYPES } from './cacheable'

/** The age in milliseconds after which a cached outline, week, or text is fetched again. */
const OUTLINE_FRESH_MS = 3_600_000
const WEEK_FRESH_MS = OUTLINE_FRESH_MS
const TEXT_FRESH_MS = 24 * 3_600_000
/** The maximum number of lessons in one request, because their ids are in the address. */
const LESSONS_PER_REQUEST = 50

interface ReadAheadParts {
  client: DataClient
  queries: QueryClient
  user: string
  library: readonly LibraryCourse[]
  /** Returns whether the device is online and the same person is still signed in. */
  isHere: () => boolean
  /** Stores the answers that the queries have received since the last call. */
  storeAnswers: () => Promise<void>
}

/**
 * Fetches what is not cached or too old, one request after another: the person's week in a cohort and the outlines of
 * the courses in progress after an hour, texts after a day. Throws the DataError of the first request that fails.
 */
export async function readAhead(parts: ReadAheadParts): Promise<void> {
  const { user, library, isHere } = parts
  if (isInCohort(library)) await readWeek(parts)
  const cached = new Set(await cachedHashes(user))
  const opened = (slug: string) => cached.has(hashKey(courseKeys.outline(slug)))
  for (const { slug } of coursesInProgress(library, opened)) {
    if (!isHere()) return
    const outline = await outlineOf(parts, slug)
    if (outline) await readTexts(parts, outline)
  }
}

async function readWeek({ client, queries, user, storeAnswers }: ReadAheadParts): Promise<void> {
  const cached = await getCached(user, hashKey(libraryKeys.week()))
  const isFresh = cached && Date.now() - cached.at < WEEK_FRESH_MS
  if (isFresh && !hasPassed(nextChange(parseWeek(json(cached))))) return
  // The library shows this error with a button to try again, which must not disappear.
  if (queries.getQueryState(libraryKeys.week())?.status === 'error') return
  await queries.fetchQuery(myWeekQuery(client))
  await storeAnswers()
}

async function outlineOf(
  { client, queries, user, storeAnswers }: ReadAheadParts,
  slug: string,
): Promise<CourseOutline | null> {
  const cached = await cachedOutline(user, slug)
  if (
    cached &&
    Date.now() - cached.at < OUTLINE_FRESH_MS &&
    !hasPassed(cached.outline.changes_at)
  ) {
    return cached.outline
  }
  // The screen shows this error with a button to try again, which must not disappear.
  if (queries.getQueryState(courseKeys.outline(slug))?.status === 'error') return null
  const outline = await queries.fetchQuery(outlineQuery(client, slug))
  await storeAnswers()
  return outline
}

/**
 * Returns whether the moment at which the next lesson opens has passed since the answer was cached
 * (rules/cohorts#schedule).
 */
function hasPassed(changesAt: string | null): boolean {
  return changesAt !== null && Date.parse(changesAt) <= serverNow()
}

async function readTexts(
  { client, user, isHere }: ReadAheadParts,
  outline: CourseOutline,
): Promise<void> {
  const wanted = await staleTexts(user, outline)
  for (let from = 0; from < wanted.length; from += LESSONS_PER_REQUEST) {
    if (!isHere()) return
    const at = Date.now()
    const lessons = await readTextLessons(client, wanted.slice(from, from + LESSONS_PER_REQUEST))
    if (!isHere()) return
    const answers = lessons.map(
      (lesson) =>
        [hashKey(courseKeys.lesson(lesson.id)), { text: JSON.stringify(lesson), at }] as const,
    )
    await putCached(user, new Map(answers), at)
  }
}

async function staleTexts(user: string, outline: CourseOutline): Promise<string[]> {
  const ids = cachedLessons(outline).map(({ id }) => id)
  const ages = await Promise.all(
    ids.map(async (id) => {
      const cached = await getCached(user, hashKey(courseKeys.lesson(id)))
      return Date.now() - (cached?.at ?? 0)
    }),
  )
  return ids.filter((_, at) => (ages[at] ?? 0) > TEXT_FRESH_MS)
}

/**
 * Returns a person's cached library; null if it is not cached. Throws DataError `MALFORMED` for data of an unexpected
 * shape.
 */
export async function cachedLibrary(user: string): Promise<LibraryCourse[] | null> {
  const cached = await getCached(user, hashKey(libraryKeys.courses()))
  return cached ? parseLibrary(json(cached)) : null
}

/** Returns a cached outline and when it was received, in milliseconds. Throws like `cachedLibrary`. */
export async function cachedOutline(
  user: string,
  slug: string,
): Promise<{ outline: CourseOutline; at: number } | null> {
  const cached = await getCached(user, hashKey(courseKeys.outline(slug)))
  const outline = cached && parseOutline(json(cached))
  return outline ? { outline, at: cached.at } : null
}

function json({ text }: CachedAnswer): Json {
  return JSON.parse(text)
}

/**
 * Reads text lessons that the person may open, in the same form as `lessonQuery`. The ids must fit into an address.
 * Throws DataError.
 */
export async function readTextLessons(
  client: DataClient,
  lessonIds: readonly string[],
): Promise<LessonBody[]> {
  const { data } = await client.auth.getSession()
  if (!data.session) return []
  return unwrap(
    await client
      .from('lessons')
      .select(LESSON_COLUMNS)
      .in('id', lessonIds)
      .in('content_type', TEXT_TYPES)
      .order('sort_order', { referencedTable: 'lesson_attachments' })
      .eq('lesson_progress.user_id', data.session.user.id),
  )
}
