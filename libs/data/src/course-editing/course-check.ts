import type { DataClient } from '../client'
import { unwrap } from '../errors'
import type { FunctionCaller } from '../functions'
import { list, number, object, oneOf, string, stringOrNull } from '../json'

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

/** A finding of a check. */
export interface CourseRemark {
  rule: (typeof RULES)[number]
  /** Null for a remark about a module or the course. */
  lessonId: string | null
  lesson: string | null
  moduleId: string | null
  module: string | null
  /** The address or the cohort that the remark is about. */
  detail: string | null
}

/** The result of a check of the stored course. */
export interface CourseCheck {
  lessons: number
  /** The number of addresses and videos that can be requested. */
  links: number
  /** The number of all remarks. */
  found: number
  /** The first 300 remarks in the order of the course. */
  remarks: CourseRemark[]
}

/** Checks a course by what is stored (rules/courses#check). Throws DataError, `42501` if the caller may not edit it. */
export async function readCourseCheck(
  client: Pick<DataClient, 'rpc'>,
  courseId: string,
  signal: AbortSignal,
): Promise<CourseCheck> {
  const call = client.rpc('check_course', { course_id: courseId })
  const answer = object(unwrap(await call.abortSignal(signal)))
  return {
    lessons: number(answer.lessons),
    links: number(answer.links),
    found: number(answer.found),
    remarks: list(answer.remarks).map((json) => {
      const row = object(json)
      return {
        rule: oneOf(RULES, row.rule),
        lessonId: stringOrNull(row.lesson_id),
        lesson: stringOrNull(row.lesson),
        moduleId: stringOrNull(row.module_id),
        module: stringOrNull(row.module),
        detail: stringOrNull(row.detail),
      }
    }),
  }
}

/** The result of requesting an address: available, gone, asks for a sign-in, no answer, or not requested. */
const STATES = ['FINE', 'GONE', 'REFUSED', 'UNREACHED', 'UNASKED'] as const

/** An address or a video in a lesson, with the result of its request. */
export interface CheckedLink {
  /** `PROVIDER:id` for a video. */
  target: string
  isVideo: boolean
  lessonId: string
  lesson: string
  state: (typeof STATES)[number]
}

/**
 * Lets the server request a course's addresses (rules/courses#check-links), which may take most of a minute. Throws
 * DataError: `42501`, `PT422` with hint `TOO_MANY_CHECKS` and the sentence to show, `NETWORK` or `BUSY`.
 */
export async function checkLinks(
  functions: FunctionCaller,
  courseId: string,
): Promise<{ links: CheckedLink[] }> {
  const answer = object(await functions.invoke('check-links', { course_id: courseId }))
  return {
    links: list(answer.links).map((json) => {
      const row = object(json)
      return {
        target: string(row.target),
        isVideo: row.kind === 'video',
        lessonId: string(row.lesson_id),
        lesson: string(row.lesson),
        state: oneOf(STATES, row.state),
      }
    }),
  }
}
