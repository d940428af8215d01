import { can } from '../access/can'
import type { Permission } from '../access/resources'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import type { CatalogueCourse } from './course-list'

/** The id, slug, and title of a course. */
export type EditableCourse = Pick<CatalogueCourse, 'id' | 'slug' | 'title'>

const PAGE_SIZE = 500

/**
 * Returns every course that a person may edit, also drafts, sorted by slug (rules/courses#export). Each page begins
 * after the last id of the previous page, so that courses that are created or deleted meanwhile hide no others. Throws
 * DataError.
 */
export async function readEditableCourses(
  client: Pick<DataClient, 'from'>,
  permissions: readonly Permission[],
  personId: string,
): Promise<EditableCourse[]> {
  const courses: EditableCourse[] = []
  for (;;) {
    let query = client.from('courses').select('id, slug, title').order('id').limit(PAGE_SIZE)
    if (!can(permissions, 'courses', 'update', 'any')) query = query.eq('created_by_id', personId)
    const last = courses.at(-1)
    if (last) query = query.gt('id', last.id)
    const page = unwrap(await query)
    // A server may return fewer rows than requested, so only an empty page shows that all were read.
    if (page.length === 0) return courses.sort((a, b) => (a.slug < b.slug ? -1 : 1))
    courses.push(...page)
  }
}
