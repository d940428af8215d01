import type { DataClient } from '../client'
import { numberedSlug } from '../course-editing/course-slug'
import { readCourseTitles } from '../course-editing/course-titles'
import type { ReadCourse } from './read-course-folder'

const WORD = 'course'
const NUMBERED = new RegExp(`^${WORD}-\\d+$`)

/**
 * In: the title of a course that suggests no slug, and the courses that are there. Out: the slug that a course of this title
 * has by its number, so that its folder updates it when it is imported again; else the next number (rules/courses#slug-from-title).
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

/** In: a folder as it was read. Out: the same, with a slug where neither it nor its title gave one. Fails with a DataError. */
export async function withSlug(
  client: Pick<DataClient, 'rpc'>,
  read: ReadCourse,
): Promise<ReadCourse> {
  const { course, modules } = read.course
  if (course.slug !== '') return read
  const slug = proposedSlug(course.title, await readCourseTitles(client))
  return { ...read, course: { course: { ...course, slug }, modules } }
}
