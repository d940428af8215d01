import { can } from '../access/can'
import type { Permission } from '../access/resources'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import type { CatalogueCourse } from './course-list'

/** A course by its names. */
export type EditableCourse = Pick<CatalogueCourse, 'id' | 'slug' | 'title'>

const PAGE_SIZE = 500

/**
 * In: the person's rights and id. Out: every course that they may edit, drafts too, by slug (rules/courses#export).
 * Read behind the id of the one before, so that courses that come and go hide none. Throws DataError.
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
    // A server may give fewer rows than were asked for: only an empty page is the end.
    if (page.length === 0) return courses.sort((a, b) => (a.slug < b.slug ? -1 : 1))
    courses.push(...page)
  }
}
