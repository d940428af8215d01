import type { DataClient } from '../client'
import { type ExportedLesson, parseLesson } from '../course-import/exported-lesson'
import type { ImportedCourse } from '../course-import/payload'
import { unwrap } from '../errors'
import { list, object, string, stringOrNull } from '../json'

export interface ExportedModule {
  id: string
  title: string
  lessons: ExportedLesson[]
}

/** Everything of a course that the editor edits, in order. An import decides whether it is published. */
export interface ExportedCourse {
  course: Omit<Required<ImportedCourse>, 'publish'>
  modules: ExportedModule[]
}

/**
 * Reads a whole course in one call; each export is recorded as `data.export`. Throws DataError: 42501 if the caller may
 * not edit the course, or if it was deleted.
 */
export async function exportCourse(
  client: Pick<DataClient, 'rpc'>,
  courseId: string,
): Promise<ExportedCourse> {
  const answer = object(unwrap(await client.rpc('export_course', { course_id: courseId })))
  const course = object(answer.course)
  return {
    course: {
      title: string(course.title),
      slug: string(course.slug),
      description: stringOrNull(course.description),
      author_name: stringOrNull(course.author_name),
      author_description: stringOrNull(course.author_description),
      thumbnail_url: stringOrNull(course.thumbnail_url),
      category: stringOrNull(course.category),
    },
    modules: list(answer.modules).map((value) => {
      const module = object(value)
      return {
        id: string(module.id),
        title: string(module.title),
        lessons: list(module.lessons).map(parseLesson),
      }
    }),
  }
}
