import type { DataClient } from '../client'
import { readCourseTitles } from '../course-editing/course-list'
import { numberedSlug } from '../course-editing/course-slug'
import type { ReadCourse } from './payload'

const WORD = 'course'
const NUMBERED = new RegExp(`^${WORD}-\\d+$`)

/**
 * Returns a numbered slug for a course whose title gives none: the number of the existing course with this title, so
 * that importing its folder again updates it; otherwise the next number (rules/courses#slug-from-title).
 */
export function proposedSlug(
  title: string,
  courses: readonly { title: string; slug: string }[],
): string {
  const before = courses.find((each) => each.title === title && NUMBERED.test(each.slug))
  return (
    before?.slug ??
    numberedSlug(
      WORD,
      courses.map(({ slug }) => slug),
    )
  )
}

/**
 * Returns the course with a slug, which is a number if neither the folder nor the title gives one. Fails with a
 * DataError.
 */
export async function withSlug(
  client: Pick<DataClient, 'rpc'>,
  read: ReadCourse,
): Promise<ReadCourse> {
  const { course, modules } = read.course
  if (course.slug !== '') return read
  const slug = proposedSlug(course.title, await readCourseTitles(client))
  return { ...read, course: { course: { ...course, slug }, modules } }
}
