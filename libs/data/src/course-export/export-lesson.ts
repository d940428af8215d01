import type { DataClient } from '../client'
import { parseLesson } from '../course-import/exported-lesson'
import { unwrap } from '../errors'
import { number, object } from '../json'
import { lessonFile } from './course-files'

/**
 * In: a lesson. Out: the file that stands for it in the export of its course, so that an import makes the same lesson
 * of it (rules/courses#export); each export is recorded as `data.export`. Throws DataError: 42501 when the caller may
 * not edit the course, and when the lesson is gone.
 */
export async function exportLesson(
  client: Pick<DataClient, 'rpc'>,
  lessonId: string,
): Promise<{ path: string; text: string }> {
  const answer = object(unwrap(await client.rpc('export_lesson', { lesson_id: lessonId })))
  return lessonFile(parseLesson(answer.lesson), number(answer.place) - 1, number(answer.of))
}
