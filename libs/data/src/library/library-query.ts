import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { LESSON_CONTENT_TYPE } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, boolean, flag, listOf, number, orNull, shape, string } from '../json'

/** The lesson where a person stopped (rules/learning#way-in). */
const parseResumed = shape({
  lesson_id: string,
  /** Null if the lesson is known only from the outbox of this browser, and its title was not read. */
  title: orNull(string),
  type: among(LESSON_CONTENT_TYPE),
  /** The length in seconds, as the player measured it if possible; 0 if unknown. */
  duration_sec: number,
  /** The position in the video, in seconds; null if the video was not started. */
  position_sec: orNull(number),
})

const parseCourse = shape({
  id: string,
  slug: string,
  title: string,
  description: orNull(string),
  thumbnail_url: orNull(string),
  author_name: orNull(string),
  category: orNull(string),
  total: number,
  completed: number,
  duration_sec: number,
  /** The first unfinished lesson; null if all are finished or access has ended. */
  next_lesson_id: orNull(string),
  /** The lesson where the person stopped; only for the course that was studied last, otherwise null. */
  resume: orNull(parseResumed),
  entitled_at: string,
  last_activity_at: orNull(string),
  expires_at: orNull(string),
  /** Whether access has ended. The library still shows the course, but it cannot be opened (rules/learning#library). */
  ended: boolean,
  /** Whether the person takes the course in a cohort that has not ended. */
  in_cohort: flag,
  /** When the schedule of a cohort opens the next lesson, as an ISO date; null if none waits. */
  opens_at: orNull(string),
  time_zone: orNull(string),
})
/** One course of the library, as `library()` returns it. Durations are in seconds, dates are ISO. */
export type LibraryCourse = Answer<typeof parseCourse>

export const parseLibrary = listOf(parseCourse)

/** Reads the signed-in person's courses in the default order. Fails with a DataError. */
export function libraryQuery(client: DataClient) {
  return queryOptions({
    queryKey: libraryKeys.courses(),
    queryFn: async ({ signal }) =>
      parseLibrary(
        unwrap(await client.rpc('library', undefined, { get: true }).abortSignal(signal)),
      ),
  })
}

/** Query keys of the library. Every change of progress or access must invalidate `all`. */
export const libraryKeys = {
  all: ['library'] as const,
  courses: () => [...libraryKeys.all, 'courses'] as const,
  week: () => [...libraryKeys.all, 'week'] as const,
  news: () => [...libraryKeys.all, 'news'] as const,
  freePreviews: () => [...libraryKeys.all, 'free-previews'] as const,
}
