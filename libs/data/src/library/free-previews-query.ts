import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { LESSON_CONTENT_TYPE } from '../database.gen'
import { unwrap } from '../errors'
import { among, listOf, number, orNull, shape, string } from '../json'
import { libraryKeys } from './library-query'

/** Parses the lessons that every active account may open, from `free_previews()`. */
export const parseFreePreviews = listOf(
  shape({
    id: string,
    title: string,
    type: among(LESSON_CONTENT_TYPE),
    /** The length in seconds; 0 if unknown. */
    duration_sec: number,
    /** The slug of the course. */
    slug: string,
    /** The title of the course. */
    course: string,
    thumbnail_url: orNull(string),
  }),
)

/**
 * Reads a few free lessons of the newest courses, for a person without a course (rules/learning#free-previews). Fails
 * with a DataError.
 */
export function freePreviewsQuery(client: DataClient) {
  return queryOptions({
    queryKey: libraryKeys.freePreviews(),
    meta: { oftenEmpty: true },
    queryFn: async ({ signal }) =>
      parseFreePreviews(
        unwrap(await client.rpc('free_previews', undefined, { get: true }).abortSignal(signal)),
      ),
  })
}
