import { randomUUID } from 'node:crypto'
import type { Person, TestDatabase } from '../database'
import { writeRows } from '../together'

interface CohortOptions {
  /** Days from today to the first day, in UTC; negative for a cohort that has begun. */
  starts?: number
  courses?: { id: string }[]
  seats?: number
  draft?: boolean
  accessDays?: number
  staff?: Person[]
}

/** The titles of the lessons of a course that `db.course()` makes; one of them is a free preview. */
export const ALL = ['Reading', 'Watching', 'Looking it up']
export const PREVIEW = ['Watching']

const addCohort = writeRows(
  `insert into public.cohorts (id, slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, draft)
   select id, slug, 'Autumn', 'UTC', d, d + 84, d + access, seats, draft
   from jsonb_to_recordset($1) t (id uuid, slug text, starts integer, access integer, seats integer, draft boolean)
   cross join lateral (select (now() at time zone 'UTC')::date + starts as d) day`,
)
const addCourse = writeRows(
  `insert into public.cohort_courses (cohort_id, course_id)
   select cohort, course from jsonb_to_recordset($1) t (cohort uuid, course uuid)`,
)
const addMember = writeRows(
  `insert into public.cohort_members (cohort_id, user_id)
   select cohort, person from jsonb_to_recordset($1) t (cohort uuid, person uuid)`,
)

/** Returns functions that create cohorts and change their people and schedules as the owner of the database. */
export function cohorts(db: TestDatabase) {
  async function cohort(options: CohortOptions = {}): Promise<string> {
    const { starts = -10, courses = [], seats, draft = false, accessDays, staff = [] } = options
    const id = randomUUID()
    const slug = `cohort-${id.slice(0, 8)}`
    await addCohort(db, { id, slug, starts, seats, draft, access: accessDays })
    for (const { id: course } of courses) await addCourse(db, { cohort: id, course })
    for (const person of staff) {
      await db.owner('insert into public.cohort_staff (cohort_id, user_id) values ($1, $2)', [
        id,
        person.id,
      ])
    }
    return id
  }

  const join = (cohortId: string, person: Person) =>
    addMember(db, { cohort: cohortId, person: person.id })

  /** Sets when a lesson of a cohort opens: a day of the schedule, and a time of day. */
  const release = (cohortId: string, lesson: string, day: number, time = '00:00') =>
    db.owner(
      'insert into public.releases (cohort_id, lesson_id, day, at_time) values ($1, $2, $3, $4)',
      [cohortId, lesson, day, time],
    )

  const change = (cohortId: string, person: Person, set: string) =>
    db.owner(
      `update public.cohort_members set ${set} where cohort_id = '${cohortId}' and user_id = '${person.id}'`,
    )

  const grants = (person: Person) =>
    db.owner(
      `select course_id, cohort_id, source, expires_at from public.entitlements where user_id = $1 order by created_at`,
      [person.id],
    )

  /** The lessons of a course that the person can read, by title. */
  async function open(person: Person, course: { moduleId: string }): Promise<unknown[]> {
    const { rows } = await db.as(
      person,
      'select title from public.lessons where module_id = $1 order by index',
      [course.moduleId],
    )
    return rows.map(({ title }) => title)
  }

  return { cohort, join, release, change, grants, open }
}
