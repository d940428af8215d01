import type { DataClient } from '../client'
import { parseLesson } from '../course-import/exported-lesson'
import { unwrap } from '../errors'
import { number, object } from '../json'
import { lessonFile } from './course-files'

/**
 * Returns the file of a lesson in the export of its course, from which an import makes the same lesson
 * (rules/courses#export). Each export is recorded as `data.export`. Throws DataError: 42501 if the caller may not edit
 * the course, or if the lesson was deleted.
 */
export async function exportLesson(
  client: Pick<DataClient, 'rpc'>,
  lessonId: string,
): Promise<{ path: string; text: string }> {
  const answer = object(unwrap(await client.rpc('export_lesson', { lesson_id: lessonId })))
  return lessonFile(parseLesson(answer.lesson), number(answer.place) - 1, number(answer.of))
}
