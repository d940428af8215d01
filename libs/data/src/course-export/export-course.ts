import type { DataClient } from '../client'
import type { ImportedAttachment, ImportedCourse, ImportedLesson } from '../course-import/payload'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'

/** A lesson as an export holds it. */
export interface ExportedLesson extends Omit<Required<ImportedLesson>, 'source_path'> {
  id: string
  attachments: ImportedAttachment[]
}

export interface ExportedModule {
  id: string
  title: string
  lessons: ExportedLesson[]
}

/** All of a course that the editor edits, in order; whether it is published, an import decides. */
export interface ExportedCourse {
  course: Omit<Required<ImportedCourse>, 'publish'>
  modules: ExportedModule[]
}

const CONTENT_TYPES = ['VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK'] as const
const PROVIDERS = ['NONE', 'YOUTUBE', 'LOOM', 'VIMEO', 'CF', 'MUX'] as const

/** Reads a lesson out of an answer of the database; throws DataError `MALFORMED` when it is something else. */
export function parseLesson(value: Json | undefined): ExportedLesson {
  const row = object(value)
  return {
    id: string(row.id),
    title: string(row.title),
    content_type: oneOf(CONTENT_TYPES, row.content_type),
    video_provider: oneOf(PROVIDERS, row.video_provider),
    video_asset_id: stringOrNull(row.video_asset_id),
    video_start_sec: number(row.video_start_sec),
    external_url: stringOrNull(row.external_url),
    description: stringOrNull(row.description),
    content: stringOrNull(row.content),
    file_key: stringOrNull(row.file_key),
    file_name: stringOrNull(row.file_name),
    file_size: row.file_size === null ? null : number(row.file_size),
    duration_sec: number(row.duration_sec),
    free_preview: boolean(row.free_preview),
    attachments: list(row.attachments).map((attachment) => {
      const { title, url } = object(attachment)
      return { title: string(title), url: string(url) }
    }),
  }
}

/**
 * In: a course. Out: the whole of it, in one call; each export is recorded as `data.export`. Throws
 * DataError: 42501 when the caller may not edit the course, and when it is gone.
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
