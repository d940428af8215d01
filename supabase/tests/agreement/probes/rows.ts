import { randomUUID } from 'node:crypto'
import type { Person, TestDatabase } from '../../database'
import { cohorts } from '../../scenes/cohorts'
import { type CourseTree, courseTree } from '../../wire/course-trees'
import type { Scene } from '../terms'

/** Returns a text that is different each time, so that a write with it always changes the row. */
export const anyText = () => `text ${randomUUID()}`
export const anySlug = () => `s-${randomUUID()}`
export const anyEmail = () => `${randomUUID()}@example.test`

/**
 * Creates the course of a scene. Own: created by the person and a draft, so that only its creator may open
 * it. Assigned: another person's, with access to it. Foreign: another person's, without access.
 */
export function courseOf(
  { db, me, other, relation }: Scene,
  deleted?: 'course' | 'module' | 'lesson',
): Promise<CourseTree> {
  if (relation === 'own') return courseTree(db, { by: me, status: 'DRAFT', deleted })
  return courseTree(db, { by: other, entitled: relation === 'assigned' ? [me] : [], deleted })
}

/** Creates a person in a cohort that this person looks after, if their role can look after one. */
export async function personInCohort({ db, me }: Scene): Promise<Person> {
  const { cohort, join } = cohorts(db)
  const id = await cohort()
  const person = await db.person()
  await join(id, person)
  await lookAfter(db, id, me)
  return person
}

/** Lets a person look after a cohort, if their role can. */
export async function lookAfter(db: TestDatabase, cohort: string, { id }: Person): Promise<void> {
  await db.owner(
    `insert into public.cohort_staff (cohort_id, user_id)
     select $1, p.id from public.profiles p where p.id = $2 and p.role in (
       select rp.role from public.role_permissions rp where rp.resource = 'cohorts' and rp.action = 'read' and rp.role <> 'MEMBER')`,
    [cohort, id],
  )
}

/** Adds a module without lessons to that course, and returns its id. */
export async function secondModule({ db }: Scene, course: string): Promise<string> {
  const [row] = await db.owner(
    `insert into public.modules (course_id, title, index) values ($1, 'A second module', 1) returning id`,
    [course],
  )
  return String(row?.id)
}

/** Returns a function that reads a row as its owner, without the time of its last change. */
export function rowLook({ db }: Scene, table: string, id: string, key = 'id') {
  return () =>
    db.owner(`select to_jsonb(t) - 'updated_at' as row from public.${table} t where ${key} = $1`, [
      id,
    ])
}

/** Returns a function that counts the rows with this value. */
export function countLook({ db }: Scene, table: string, column: string, value: string) {
  return () => db.owner(`select count(*)::int from public.${table} where ${column} = $1`, [value])
}
