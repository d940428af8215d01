import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, listOf, number, orNull, shape, string } from '../json'

const parseUse = shape({
  id: string,
  title: string,
  module_id: string,
  /** False if the lesson no longer links to it. */
  used: boolean,
  /** The text shows the picture with an alternative text of its own. */
  said: boolean,
  /** The text shows the picture without an alternative text. */
  silent: boolean,
})
/** A lesson with a file. */
export type FileUse = Answer<typeof parseUse>

export const parseCourseFiles = listOf(
  shape({
    path: string,
    name: string,
    /** Bytes. */
    size: number,
    type: string,
    /** Pixels, for pictures. */
    width: orNull(number),
    height: orNull(number),
    /** The alternative text of a picture. */
    alt: string,
    lessons: listOf(parseUse),
    /** Since when no lesson links to it (ISO date); it is removed 30 days later. */
    unused_since: orNull(string),
  }),
)
/** A file of a course's lessons. */
export type CourseFile = Answer<typeof parseCourseFiles>[number]

/** Returns the files of a course's lessons by name (rules/files#media). Throws DataError. */
export async function readCourseFiles(
  client: Pick<DataClient, 'rpc'>,
  courseId: string,
  signal?: AbortSignal,
): Promise<CourseFile[]> {
  const asked = client.rpc('course_files', { course_id: courseId })
  return parseCourseFiles(unwrap(await (signal ? asked.abortSignal(signal) : asked)))
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
