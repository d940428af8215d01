import { type CourseField, courseFieldError } from '@rookies/data/course-editing/course-form'
import type { ImportPayload } from '@rookies/data/course-import/payload'
import { formatNumber } from '@rookies/data/wording'

const MAX_MODULES = 1000
const MAX_LESSONS = 5000

const CHECKED: readonly CourseField[] = [
  'description',
  'author_name',
  'author_description',
  'thumbnail_url',
  'category',
]

/**
 * Returns why a course cannot be imported, in the sentences of the course form where they exist; an empty list if it
 * can.
 */
export function courseProblems(payload: ImportPayload): string[] {
  const { course, modules } = payload
  const lessons = modules.reduce((sum, module) => sum + module.lessons.length, 0)
  const values = new Map<string, unknown>(Object.entries(course))
  const optional = CHECKED.flatMap((field) => {
    const value = values.get(field)
    return typeof value === 'string' ? [courseFieldError(field, value)] : []
  })
  return [
    courseFieldError('title', course.title),
    courseFieldError('slug', course.slug),
    ...optional,
    lessons > MAX_LESSONS
      ? `There are ${formatNumber(lessons)} lessons; at most ${formatNumber(MAX_LESSONS)} are allowed`
      : null,
    modules.length > MAX_MODULES
      ? `There are ${formatNumber(modules.length)} modules; at most ${formatNumber(MAX_MODULES)} are allowed`
      : null,
    modules.length === 0 ? 'There is no lesson in this folder' : null,
  ].flatMap((problem) => (problem === null ? [] : [`${problem}.`]))
}
