import type { DataClient } from '../client'
import { readCourseTitles } from '../course-editing/course-list'
import { numberedSlug } from '../course-editing/course-slug'
import type { ReadCourse } from './payload'

const WORD = 'course'
const NUMBERED = new RegExp(`^${WORD}-\\d+$`)

/**
 * Returns the numbered slug of the course with a title that suggests none, so that importing its folder again updates
 * it; otherwise the next number (rules/courses#slug-from-title).
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

/** Returns the folder with a slug if neither the folder nor its title gives one. Fails with a DataError. */
export async function withSlug(
  client: Pick<DataClient, 'rpc'>,
  read: ReadCourse,
): Promise<ReadCourse> {
  const { course, modules } = read.course
  if (course.slug !== '') return read
  const slug = proposedSlug(course.title, await readCourseTitles(client))
  return { ...read, course: { course: { ...course, slug }, modules } }
}
