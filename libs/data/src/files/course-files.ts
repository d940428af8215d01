import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, listOf, number, orNull, shape, string } from '../json'

const parseUse = shape({
  id: string,
  title: string,
  module_id: string,
  /** Whether the lesson still links to the file. */
  used: boolean,
  /** Whether the text shows the picture with an alternative text. */
  said: boolean,
  /** Whether the text shows the picture without an alternative text. */
  silent: boolean,
})
/** The use of a file in a lesson. */
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
    /** Since when no lesson links to the file, as an ISO date; null if one does. The file is deleted 30 days later. */
    unused_since: orNull(string),
  }),
)
/** A file of a course's lessons. */
export type CourseFile = Answer<typeof parseCourseFiles>[number]

/** Returns the files of a course's lessons, sorted by name (rules/files#media). Throws DataError. */
export async function readCourseFiles(
  client: Pick<DataClient, 'rpc'>,
  courseId: string,
  signal?: AbortSignal,
): Promise<CourseFile[]> {
  const asked = client.rpc('course_files', { course_id: courseId })
  return parseCourseFiles(unwrap(await (signal ? asked.abortSignal(signal) : asked)))
}

/** Returns whether a picture has no alternative text, neither where a text shows it nor as its default. */
export const lacksAlt = ({ alt, lessons }: CourseFile): boolean =>
  alt === '' && lessons.some(({ silent }) => silent)

/** Sets the default alternative text of a picture, for texts that contain none. Throws DataError: `42501`. */
export async function describeFile(
  client: Pick<DataClient, 'rpc'>,
  { courseId, path, alt }: { courseId: string; path: string; alt: string },
): Promise<void> {
  unwrap(await client.rpc('describe_file', { course_id: courseId, path, alt }))
}
