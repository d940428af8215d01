import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { boolean, list, number, numberOrNull, object, string, stringOrNull } from '../json'

/** A lesson with a file. */
export interface FileUse {
  id: string
  title: string
  module_id: string
  /** False if the lesson no longer links to it. */
  used: boolean
  /** The text shows the picture with an alternative text of its own. */
  said: boolean
  /** The text shows the picture without an alternative text. */
  silent: boolean
}

/** A file of a course's lessons. */
export interface CourseFile {
  path: string
  name: string
  /** Bytes. */
  size: number
  type: string
  /** Pixels, for pictures. */
  width: number | null
  height: number | null
  /** The alternative text of a picture. */
  alt: string
  lessons: FileUse[]
  /** Since when no lesson links to it (ISO date); it is removed 30 days later. */
  unused_since: string | null
}

/** Returns the files of a course's lessons by name (rules/files#media). Throws DataError. */
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
          said: boolean(lesson.said),
          silent: boolean(lesson.silent),
        }
      }),
    }
  })
}

/** Returns whether a picture has no alternative text, neither in the lesson's text nor of its own. */
export const lacksAlt = ({ alt, lessons }: CourseFile): boolean =>
  alt === '' && lessons.some(({ silent }) => silent)

/** Sets the alternative text of a picture, which applies wherever a text has none. Throws DataError: 42501. */
export async function describeFile(
  client: Pick<DataClient, 'rpc'>,
  { courseId, path, alt }: { courseId: string; path: string; alt: string },
): Promise<void> {
  unwrap(await client.rpc('describe_file', { course_id: courseId, path, alt }))
}
