import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'
import type { Course, Person, World } from './world'

const LEVELS = JSON.stringify([
  { title: 'Not yet', points: 0, meaning: 'Something is missing.' },
  { title: 'Met', points: 2, meaning: 'It is as asked.' },
])

/** Adds a running cohort with an assignment in its course, a member, and a coach. */
export async function assignmentScene(world: World, accepts: string[]) {
  const [member, coach, course] = [
    await world.person({ name: 'Mia Wu' }),
    await world.person({ name: 'Cora Coach', role: 'MODERATOR' }),
    await world.course(),
  ]
  const lesson = randomUUID()
  await world.sql(
    `insert into public.lessons (id, module_id, title, index, content_type, content)
     values ($1, $2, 'A page about tea', 3, 'ASSIGNMENT', $3)`,
    [lesson, course.moduleId, '## What it needs\n\nOne **heading**.'],
  )
  await world.sql(
    `update public.assignments set accepts = $2::public.work_kind[], due_day = 20 where lesson_id = $1`,
    [lesson, accepts],
  )
  await world.sql(
    `insert into public.rubric_criteria (lesson_id, position, title, levels, essential) values ($1, 0, 'It works', $2, true)`,
    [lesson, LEVELS],
  )
  const cohort = await world.cohort({ courses: [course], people: [member], staff: [coach] })
  await world.sql(
    `update public.cohorts set starts_on = (now() at time zone 'UTC')::date - 1, ends_on = (now() at time zone 'UTC')::date + 60 where id = $1`,
    [cohort.id],
  )
  return { member, coach, course, lesson }
}

export const pathOf = ({ slug }: Course, lesson: string) => `/app/courses/${slug}/lesson/${lesson}`

export const rounds = (world: World, person: Person) =>
  world.sql(
    `select r.* from public.submission_rounds r join public.submissions s on s.id = r.submission_id
     where s.user_id = $1 order by r.round`,
    [person.id],
  )

export async function open(page: Page, course: Course, lesson: string) {
  await page.goto(pathOf(course, lesson))
  await expect(page.getByRole('heading', { level: 1, name: 'A page about tea' })).toBeVisible()
  await expect(page.getByRole('form', { name: 'Hand in' })).toBeVisible()
}
