import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { LESSON_CONTENT_TYPE } from '../database.gen'
import { unwrap } from '../errors'
import { among, listOf, number, orNull, shape, string } from '../json'
import { libraryKeys } from './library-query'

/** Reads lessons that every active account may open, as `free_previews()` returns them. */
export const parseFreePreviews = listOf(
  shape({
    id: string,
    title: string,
    type: among(LESSON_CONTENT_TYPE),
    /** Seconds; 0 if unknown. */
    duration_sec: number,
    /** The slug of the course. */
    slug: string,
    /** The title of the course. */
    course: string,
    thumbnail_url: orNull(string),
  }),
)

/**
 * The first lessons for a person without a course: a few, of the newest courses first (rules/learning#free-previews).
 * Fails with a DataError.
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
