import { randomUUID } from 'node:crypto'
import { callAs } from './api'
import type { Course, Person, World } from './world'

interface Assignment {
  /** The titles of the rubric's criteria. Each criterion has the levels Not yet and Met. */
  rubric?: readonly string[]
  blind?: boolean
}

const LEVELS = JSON.stringify([
  { title: 'Not yet', points: 0, meaning: 'Something is missing.' },
  { title: 'Met', points: 2, meaning: 'It is as asked.' },
])

/** Adds an assignment that takes text and code to a course; returns its id. */
export async function addAssignment(
  world: World,
  course: Course,
  { rubric = [], blind = false }: Assignment = {},
): Promise<string> {
  const id = randomUUID()
  await world.sql(
    `insert into public.lessons (id, module_id, title, index, content_type, content)
     values ($1, $2, 'Building a page', 9, 'ASSIGNMENT', 'Build a page about **tea**.')`,
    [id, course.moduleId],
  )
  await world.sql(
    `update public.assignments set accepts = '{TEXT,CODE}', blind = $2 where lesson_id = $1`,
    [id, blind],
  )
  for (const [position, title] of rubric.entries()) {
    await world.sql(
      'insert into public.rubric_criteria (lesson_id, position, title, levels) values ($1, $2, $3, $4)',
      [id, position, title, LEVELS],
    )
  }
  return id
}

/** Hands in a round as a person; returns its id. */
export async function handIn(
  world: World,
  person: Person,
  lesson: string,
  work: object = { text: 'My page about tea.' },
): Promise<string> {
  const args = { lesson_id: lesson, operation_id: randomUUID(), ...work }
  const { id }: { id: string } = await callAs(world, person, 'submit_round', args)
  return id
}
