import type { DataClient } from '../client'
import { unwrap } from '../errors'

const COLUMNS =
  'id, title, description, duration_sec, free_preview, content_type, video_provider, video_asset_id, video_start_sec, external_url, content, file_key, file_name, file_size, updated_at, lesson_attachments(id, title, url), lesson_files(path, name, size, type, width, height, alt)'

/** A lesson in the dialog. */
export type EditedLesson = NonNullable<Awaited<ReturnType<typeof readEditedLesson>>>

/** Reads a whole lesson with its attachments in order and its files; null if it was deleted. Throws DataError. */
export async function readEditedLesson(
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
