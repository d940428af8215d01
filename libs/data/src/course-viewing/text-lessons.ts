import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { LESSON_COLUMNS } from './lesson-columns'
import type { LessonBody } from './lesson-query'

/**
 * Reads the text lessons that the person may open, each as `lessonQuery` returns it and under the same policies. The
 * ids must fit into an address. Throws DataError.
 */
export async function readTextLessons(
  client: DataClient,
  lessonIds: readonly string[],
): Promise<LessonBody[]> {
  const { data } = await client.auth.getSession()
  if (!data.session) return []
  return unwrap(
    await client
      .from('lessons')
      .select(LESSON_COLUMNS)
      .in('id', lessonIds)
      .eq('content_type', 'TEXT')
      .order('sort_order', { referencedTable: 'lesson_attachments' })
      .eq('lesson_progress.user_id', data.session.user.id),
  )
}
