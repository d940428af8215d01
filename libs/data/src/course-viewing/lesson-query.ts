import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { LESSON_COLUMNS } from './lesson-columns'
import { courseKeys } from './outline'

const BODY_FRESH_FOR_MS = 5 * 60_000
/**
 * The time in milliseconds for which a video lesson is fresh. It contains the position in the video, which another
 * device may change.
 */
const VIDEO_FRESH_FOR_MS = 10_000

/**
 * Reads the content of a lesson with its attachments in order and the person's own progress. Null if the lesson is
 * locked or was deleted; row-level security does not tell these apart (rules/learning#outline). Fails with a DataError.
 */
export function lessonQuery(client: DataClient, lessonId: string) {
  return queryOptions({
    queryKey: courseKeys.lesson(lessonId),
    queryFn: ({ signal }) => readLesson(client, lessonId, signal),
    staleTime: ({ state }) =>
      state.data?.content_type === 'VIDEO' ? VIDEO_FRESH_FOR_MS : BODY_FRESH_FOR_MS,
  })
}

const NO_USER = '00000000-0000-0000-0000-000000000000'

/** The content of a lesson for the viewer's main pane. */
export type LessonBody = NonNullable<Awaited<ReturnType<typeof readLesson>>>

async function readLesson(client: DataClient, lessonId: string, signal: AbortSignal) {
  const { data } = await client.auth.getSession()
  const me = data.session?.user.id ?? NO_USER
  return unwrap(
    await client
      .from('lessons')
      .select(LESSON_COLUMNS)
      .eq('id', lessonId)
      .order('sort_order', { referencedTable: 'lesson_attachments' })
      // Without this filter, staff would get the progress of all people.
      .eq('lesson_progress.user_id', me)
      .abortSignal(signal)
      .maybeSingle(),
  )
}
