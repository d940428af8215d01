import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, string, stringOrNull } from '../json'

/** A lesson that holds a file. */
export interface FileUse {
  id: string
  title: string
  module_id: string
  /** False where the lesson names it no more. */
  used: boolean
  /** The text shows the picture without words for it. */
  silent: boolean
}

/** A file of a course's lessons. */
export interface CourseFile {
  path: string
  name: string
  /** Bytes. */
  size: number
  type: string
  /** Pixels, of a picture. */
  width: number | null
  height: number | null
  /** What a picture shows, for who does not see it. */
  alt: string
  lessons: FileUse[]
  /** Since when no lesson names it (ISO date); it is removed 30 days later. */
  unused_since: string | null
}

const numberOrNull = (value: Json | undefined) =>
  value === null || value === undefined ? null : number(value)

/** The files of a course's lessons, by name (rules/files#media). Throws DataError. */
export async function readCourseFiles(
  client: Pick<DataClient, 'rpc'>,
  courseId: string,
  signal?: AbortSignal,
): Promise<CourseFile[]> {
  const asked = client.rpc('course_files', { course_id: courseId })
  const answer = unwrap(await (signal ? asked.abortSignal(signal) : asked))
  return list(answer).map((value) => {
    const file = object(value)
    return {
      path: string(file.path),
      name: string(file.name),
      size: number(file.size),
      type: string(file.type),
      width: numberOrNull(file.width),
      height: numberOrNull(file.height),
      alt: string(file.alt),
      unused_since: stringOrNull(file.unused_since),
      lessons: list(file.lessons).map((entry) => {
        const lesson = object(entry)
        return {
          id: string(lesson.id),
          title: string(lesson.title),
          module_id: string(lesson.module_id),
          used: boolean(lesson.used),
          silent: boolean(lesson.silent),
        }
      }),
    }
  })
}

/** Whether a picture says nothing to who does not see it: its text has no words for it, and neither has the file. */
export const lacksWords = ({ alt, lessons }: CourseFile): boolean =>
  alt === '' && lessons.some(({ silent }) => silent)

/** Says what a picture of a course shows, wherever its texts say nothing themselves. Throws DataError: 42501. */
export async function describeFile(
  client: Pick<DataClient, 'rpc'>,
  { courseId, path, alt }: { courseId: string; path: string; alt: string },
): Promise<void> {
  unwrap(await client.rpc('describe_file', { course_id: courseId, path, alt }))
}
