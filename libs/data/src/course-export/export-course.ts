import type { DataClient } from '../client'
import { unwrap } from '../errors'
import {
  type CourseExport,
  type LessonExport,
  parseExport,
  parseLessonExport,
} from './exported-course'
import { readAssets, type Source } from './read-assets'

/**
 * Reads a whole course and its stored files. Each export writes an audit record `data.export`. Throws DataError:
 * `42501` if the caller may not edit the course, or if it was deleted; others like `readAssets`.
 */
export async function exportCourse(source: Source, courseId: string): Promise<CourseExport> {
  const exported = parseExport(
    unwrap(await source.client.rpc('export_course', { course_id: courseId })),
  )
  return { exported, assets: await readAssets(source, courseId, exported.course.thumbnail_url) }
}

/**
 * Reads a lesson in the form in which an export of its course contains it. Each export writes an audit record
 * `data.export`. Throws DataError: `42501` if the caller may not edit the course, or if the lesson was deleted.
 */
export async function exportLesson(
  client: Pick<DataClient, 'rpc'>,
  lessonId: string,
): Promise<LessonExport> {
  return parseLessonExport(unwrap(await client.rpc('export_lesson', { lesson_id: lessonId })))
}
