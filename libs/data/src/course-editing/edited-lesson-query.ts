import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { courseEditingKeys } from './keys'

const COLUMNS =
  'id, title, description, duration_sec, free_preview, content_type, video_provider, video_asset_id, video_start_sec, external_url, content, file_name, updated_at, lesson_attachments(id, title, url)'

/**
 * A whole lesson with its attachments in order, for the lesson dialog: never cached, so that an
 * edit begins with the latest version. Null when it is gone. Fails with a DataError.
 */
export function editedLessonQuery(client: Pick<DataClient, 'from'>, lessonId: string) {
  return queryOptions({
    queryKey: courseEditingKeys.lesson(lessonId),
    staleTime: 0,
    gcTime: 0,
    // The form holds what was typed over it; only the dialog asks again.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => readEditedLesson(client, lessonId, signal),
  })
}

/** A lesson as the dialog edits it. */
export type EditedLesson = NonNullable<Awaited<ReturnType<typeof readEditedLesson>>>

async function readEditedLesson(
  client: Pick<DataClient, 'from'>,
  lessonId: string,
  signal: AbortSignal,
) {
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
