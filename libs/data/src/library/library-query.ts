import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { Constants, type Enums, type Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'

/** The lesson where a person stopped (rules/learning#way-in). */
export interface ResumedLesson {
  lesson_id: string
  /** Null for one that only this browser knows of: its title was not asked for. */
  title: string | null
  type: Enums<'lesson_content_type'>
  /** Seconds, as the player measured them where it did; 0 when not known. */
  duration_sec: number
  /** Where they are in its video, in seconds; null when it was not begun. */
  position_sec: number | null
}

/** One course of the library, as `library()` answers it. Durations in seconds, dates ISO. */
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
  /** The first unfinished lesson; null when all are finished or access has ended. */
  next_lesson_id: string | null
  /** Where they stopped: known of the course alone that a visit goes on with. */
  resume: ResumedLesson | null
  entitled_at: string
  last_activity_at: string | null
  expires_at: string | null
  /** Access has run out: the course is named, and opens nothing (rules/learning#library). */
  ended: boolean
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

/** Reads the answer of `library()`; throws DataError `MALFORMED` when it is something else. */
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
    }
  })
}

function parseResumed(json: Json | undefined): ResumedLesson | null {
  if (json === null || json === undefined) return null
  const row = object(json)
  return {
    lesson_id: string(row.lesson_id),
    title: string(row.title),
    type: oneOf(Constants.public.Enums.lesson_content_type, row.type),
    duration_sec: number(row.duration_sec),
    position_sec: row.position_sec === null ? null : number(row.position_sec),
  }
}

/** Query keys of the library: whatever changes progress or access invalidates `all`. */
export const libraryKeys = {
  all: ['library'] as const,
  courses: () => [...libraryKeys.all, 'courses'] as const,
  freePreviews: () => [...libraryKeys.all, 'free-previews'] as const,
}
