import type { DataClient } from '../client'
import { parseLesson } from '../course-import/exported-lesson'
import type { ImportedCourse } from '../course-import/payload'
import { unwrap } from '../errors'
import { type Answer, listOf, orNull, type Schema, shape, string } from '../json'

const parseModule = shape({ id: string, title: string, lessons: listOf(parseLesson) })
export type ExportedModule = Answer<typeof parseModule>

export const parseExport = shape({
  course: shape({
    title: string,
    slug: string,
    description: orNull(string),
    author_name: orNull(string),
    author_description: orNull(string),
    thumbnail_url: orNull(string),
    category: orNull(string),
  } satisfies Record<Exclude<keyof ImportedCourse, 'publish'>, Schema<unknown>>),
  modules: listOf(parseModule),
})
/** Everything of a course that the editor edits, in order. An import decides whether it is published. */
export type ExportedCourse = Answer<typeof parseExport>

/**
 * Reads a whole course in one call; each export is recorded as `data.export`. Throws DataError: 42501 if the caller may
 * not edit the course, or if it was deleted.
 */
export async function exportCourse(
  client: Pick<DataClient, 'rpc'>,
  courseId: string,
): Promise<ExportedCourse> {
  return parseExport(unwrap(await client.rpc('export_course', { course_id: courseId })))
}
