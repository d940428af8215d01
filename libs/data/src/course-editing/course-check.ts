import type { DataClient, FunctionCaller } from '../client'
import { unwrap } from '../errors'
import { type Answer, among, changed, listOf, number, orNull, shape, string } from '../json'

/** The rules of a course check (rules/courses#check). */
const RULES = [
  'no_lessons',
  'empty_module',
  'same_title',
  'no_text',
  'few_words',
  'no_video',
  'no_length',
  'no_address',
  'no_file',
  'no_rubric',
  'not_proved',
  'due_early',
  'no_description',
  'lost_file',
  'bad_link',
  'lost_link',
  'closed_link',
] as const

const parseRemark = changed(
  shape({
    rule: among(RULES),
    lesson_id: orNull(string),
    lesson: orNull(string),
    module_id: orNull(string),
    module: orNull(string),
    /** The address or the cohort that the remark is about. */
    detail: orNull(string),
  }),
  ({ lesson_id, module_id, ...remark }) => ({
    ...remark,
    /** Null for a remark about a module or the course. */
    lessonId: lesson_id,
    moduleId: module_id,
  }),
)
/** A finding of the check of a course. */
export type CourseRemark = Answer<typeof parseRemark>

export const parseCourseCheck = shape({
  lessons: number,
  /** The number of addresses and videos whose availability can be checked. */
  links: number,
  /** The number of all remarks, of which `remarks` contains the first. */
  found: number,
  /** The first 300 remarks in the order of the course. */
  remarks: listOf(parseRemark),
})
/** The result of checking a course without requesting its links. */
export type CourseCheck = Answer<typeof parseCourseCheck>

/**
 * Checks the stored content of a course (rules/courses#check). Throws DataError, `42501` if the caller may not edit it.
 */
export async function readCourseCheck(
  client: Pick<DataClient, 'rpc'>,
  courseId: string,
  signal: AbortSignal,
): Promise<CourseCheck> {
  const call = client.rpc('check_course', { course_id: courseId })
  return parseCourseCheck(unwrap(await call.abortSignal(signal)))
}

const parseLink = changed(
  shape({
    /** The address, or `PROVIDER:id` for a video. */
    target: string,
    kind: (kind) => kind === 'video',
    lesson_id: string,
    lesson: string,
    /** The result of the request: available, gone, only with a sign-in, no answer, or not requested. */
    state: among(['FINE', 'GONE', 'REFUSED', 'UNREACHED', 'UNASKED']),
  }),
  ({ kind, lesson_id, ...link }) => ({ ...link, isVideo: kind, lessonId: lesson_id }),
)
/** An address or a video in a lesson, with the result of the server's request to it. */
export type CheckedLink = Answer<typeof parseLink>

export const parseCheckedLinks = shape({ links: listOf(parseLink) })

/**
 * Lets the server request the addresses in a course (rules/courses#check-links), which may take almost a minute. Throws
 * DataError: `42501`, `PT422` with hint `TOO_MANY_CHECKS` and the sentence to show, `NETWORK` or `BUSY`.
 */
export async function checkLinks(
  functions: FunctionCaller,
  courseId: string,
): Promise<{ links: CheckedLink[] }> {
  return parseCheckedLinks(await functions.invoke('check-links', { course_id: courseId }))
}
