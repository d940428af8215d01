import { randomUUID } from 'node:crypto'
import { type CourseTree, courseTree } from '../../wire/course-trees'
import type { Scene } from '../terms'

/** For titles and the like: different each time, so that a write of it is seen. */
export const anyText = () => `text ${randomUUID()}`
export const anySlug = () => `s-${randomUUID()}`
export const anyEmail = () => `${randomUUID()}@example.test`

/**
 * The course of a scene. Own: made by the person, still a draft, so that nothing but having made it
 * opens it. Assigned: another person's, with access to it. Foreign: another person's, without.
 */
export function courseOf(
  { db, me, other, relation }: Scene,
  deleted?: 'course' | 'module' | 'lesson',
): Promise<CourseTree> {
  if (relation === 'own') return courseTree(db, { by: me, status: 'DRAFT', deleted })
  return courseTree(db, { by: other, entitled: relation === 'assigned' ? [me] : [], deleted })
}

/** One more module in that course, without lessons; its id. */
export async function secondModule({ db }: Scene, course: string): Promise<string> {
  const [row] = await db.owner(
    `insert into public.modules (course_id, title, index) values ($1, 'A second module', 1) returning id`,
    [course],
  )
  return String(row?.id)
}

/** How to look at a row again as its owner. The moment of the last change is left out. */
export function rowLook({ db }: Scene, table: string, id: string, key = 'id') {
  return () =>
    db.owner(`select to_jsonb(t) - 'updated_at' as row from public.${table} t where ${key} = $1`, [
      id,
    ])
}

/** How many rows there are with that value. */
export function countLook({ db }: Scene, table: string, column: string, value: string) {
  return () => db.owner(`select count(*)::int from public.${table} where ${column} = $1`, [value])
}
