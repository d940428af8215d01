import { parseLesson } from '../course-import/exported-lesson'
import type { ImportedCourse } from '../course-import/payload'
import { type Answer, listOf, number, orNull, type Schema, shape, string } from '../json'

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
/**
 * The content of a course in order, with all fields that the editor can edit. Whether it is published is not included;
 * that is decided by each import.
 */
export type ExportedCourse = Answer<typeof parseExport>

/** A stored file of a course in an export. */
export interface ExportedAsset {
  /** The link to the file in texts and fields: `lesson-files/…` or `covers/…`. */
  link: string
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** A course with its stored files, for the exported folder. */
export interface CourseExport {
  exported: ExportedCourse
  assets: ExportedAsset[]
}

export const parseLessonExport = shape({
  /** The position of the lesson in its module, from 1, and the number of lessons in the module. */
  place: number,
  of: number,
  lesson: parseLesson,
})
export type LessonExport = Answer<typeof parseLessonExport>
