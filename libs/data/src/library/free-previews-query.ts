import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { type Enums, type Json, LESSON_CONTENT_TYPE } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, oneOf, string, stringOrNull } from '../json'
import { libraryKeys } from './library-query'

/** A lesson that every active account may open, as `free_previews()` returns it. */
export interface FreePreview {
  id: string
  title: string
  type: Enums<'lesson_content_type'>
  /** Seconds; 0 if unknown. */
  duration_sec: number
  /** The slug of the course. */
  slug: string
  /** The title of the course. */
  course: string
  thumbnail_url: string | null
}

/**
 * The first lessons for a person without a course: a few, of the newest courses first (rules/learning#free-previews).
 * Fails with a DataError.
 */
export function freePreviewsQuery(client: DataClient) {
  return queryOptions({
    queryKey: libraryKeys.freePreviews(),
    meta: { oftenEmpty: true },
    queryFn: async ({ signal }): Promise<FreePreview[]> =>
      parseFreePreviews(
        unwrap(await client.rpc('free_previews', undefined, { get: true }).abortSignal(signal)),
      ),
  })
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseFreePreviews(json: Json): FreePreview[] {
  return list(json).map((item) => {
    const row = object(item)
    return {
      id: string(row.id),
      title: string(row.title),
      type: oneOf(LESSON_CONTENT_TYPE, row.type),
      duration_sec: number(row.duration_sec),
      slug: string(row.slug),
      course: string(row.course),
      thumbnail_url: stringOrNull(row.thumbnail_url),
    }
  })
}
