import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { courseKeys } from './keys'

const COLUMNS =
  'id, module_id, title, content_type, video_provider, video_asset_id, video_start_sec, external_url, description, content, duration_sec, free_preview, lesson_attachments(id, title, url, sort_order)'

const BODY_FRESH_FOR_MS = 5 * 60_000

/**
 * The body of one lesson with its attachments in order. Null when it is locked for this person or
 * gone: row security answers both alike (decisions §10). Fails with a DataError.
 */
export function lessonQuery(client: DataClient, lessonId: string) {
  return queryOptions({
    queryKey: courseKeys.lesson(lessonId),
    queryFn: ({ signal }) => readLesson(client, lessonId, signal),
    staleTime: BODY_FRESH_FOR_MS,
  })
}

/** A lesson as the viewer's main pane shows it. */
export type LessonBody = NonNullable<Awaited<ReturnType<typeof readLesson>>>

async function readLesson(client: DataClient, lessonId: string, signal: AbortSignal) {
  return unwrap(
    await client
      .from('lessons')
      .select(COLUMNS)
      .eq('id', lessonId)
      .order('sort_order', { referencedTable: 'lesson_attachments' })
      .abortSignal(signal)
      .maybeSingle(),
  )
}
