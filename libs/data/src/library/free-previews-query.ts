import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { Constants, type Enums, type Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, oneOf, string, stringOrNull } from '../json'
import { libraryKeys } from './library-query'

/** A lesson that anybody who is let in may open, as `free_previews()` answers it. */
export interface FreePreview {
  id: string
  title: string
  type: Enums<'lesson_content_type'>
  /** Seconds; 0 when not known. */
  duration_sec: number
  /** Of its course. */
  slug: string
  /** Title of its course. */
  course: string
  thumbnail_url: string | null
}

/**
 * Lessons to begin with for a person without a course: a handful, newest courses first
 * (rules/learning#free-previews). Fails with a DataError.
 */
export function freePreviewsQuery(client: DataClient) {
  return queryOptions({
    queryKey: libraryKeys.freePreviews(),
    queryFn: async ({ signal }): Promise<FreePreview[]> =>
      parseFreePreviews(
        unwrap(await client.rpc('free_previews', undefined, { get: true }).abortSignal(signal)),
      ),
  })
}

/** Reads the answer of `free_previews()`; throws DataError `MALFORMED` when it is something else. */
export function parseFreePreviews(json: Json): FreePreview[] {
  return list(json).map((item) => {
    const row = object(item)
    return {
      id: string(row.id),
      title: string(row.title),
      type: oneOf(Constants.public.Enums.lesson_content_type, row.type),
      duration_sec: number(row.duration_sec),
      slug: string(row.slug),
      course: string(row.course),
      thumbnail_url: stringOrNull(row.thumbnail_url),
    }
  })
}
