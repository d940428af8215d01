import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { type Enums, type Json, LESSON_CONTENT_TYPE } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, numberOrNull, object, oneOf, string, stringOrNull } from '../json'

/** The lesson where a person stopped (rules/learning#way-in). */
export interface ResumedLesson {
  lesson_id: string
  /** Null if only this browser knows that the lesson was opened, and its title was not fetched. */
  title: string | null
  type: Enums<'lesson_content_type'>
  /** Seconds, measured by the player where possible; 0 if unknown. */
  duration_sec: number
  /** The position in the video, in seconds; null if the video was not started. */
  position_sec: number | null
}

/** One course of the library, as `library()` returns it. Durations are in seconds, dates are ISO. */
export interface LibraryCourse {
  id: string
  slug: string
  title: string
  description: string | null
  thumbnail_url: string | null
  author_name: string | null
  category: string | null
  total: number
  completed: number
  duration_sec: number
  /** The first unfinished lesson; null if all are finished or access has ended. */
  next_lesson_id: string | null
  /** Where the person stopped; only set for the course that was studied last. */
  resume: ResumedLesson | null
  entitled_at: string
  last_activity_at: string | null
  expires_at: string | null
  /** Access has ended: the library shows the course, but it does not open (rules/learning#library). */
  ended: boolean
  /** Whether a cohort opens the course that has not ended. */
  in_cohort: boolean
  /** When the schedule of a cohort opens the next lesson, ISO date, and the zone of that cohort; null for none. */
  opens_at: string | null
  time_zone: string | null
}

/** The signed-in person's courses in the default order, in one call. Fails with a DataError. */
export function libraryQuery(client: DataClient) {
  return queryOptions({
    queryKey: libraryKeys.courses(),
    queryFn: async ({ signal }): Promise<LibraryCourse[]> =>
      parseLibrary(
        unwrap(await client.rpc('library', undefined, { get: true }).abortSignal(signal)),
      ),
  })
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseLibrary(json: Json): LibraryCourse[] {
  return list(json).map((item) => {
    const row = object(item)
    return {
      id: string(row.id),
      slug: string(row.slug),
      title: string(row.title),
      description: stringOrNull(row.description),
      thumbnail_url: stringOrNull(row.thumbnail_url),
      author_name: stringOrNull(row.author_name),
      category: stringOrNull(row.category),
      total: number(row.total),
      completed: number(row.completed),
      duration_sec: number(row.duration_sec),
      next_lesson_id: stringOrNull(row.next_lesson_id),
      resume: parseResumed(row.resume),
      entitled_at: string(row.entitled_at),
      last_activity_at: stringOrNull(row.last_activity_at),
      expires_at: stringOrNull(row.expires_at),
      ended: boolean(row.ended),
      in_cohort: row.in_cohort === true,
      opens_at: stringOrNull(row.opens_at),
      time_zone: stringOrNull(row.time_zone),
    }
  })
}

function parseResumed(json: Json | undefined): ResumedLesson | null {
  if (json === null || json === undefined) return null
  const row = object(json)
  return {
    lesson_id: string(row.lesson_id),
    title: string(row.title),
    type: oneOf(LESSON_CONTENT_TYPE, row.type),
    duration_sec: number(row.duration_sec),
    position_sec: numberOrNull(row.position_sec),
  }
}

/** The query keys of the library. Every change of progress or access invalidates `all`. */
export const libraryKeys = {
  all: ['library'] as const,
  courses: () => [...libraryKeys.all, 'courses'] as const,
  week: () => [...libraryKeys.all, 'week'] as const,
  news: () => [...libraryKeys.all, 'news'] as const,
  freePreviews: () => [...libraryKeys.all, 'free-previews'] as const,
}
