import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { callAs } from './api'
import { expect } from './device'
import type { Course, Person, World } from './world'

const START = 'export function sum(a, b) {\n}\n'

export const RIGHT = 'export const sum = (a, b) => a + b'

/** This code passes the shown tests, but not the hidden one. */
export const NARROW = 'export const sum = (a, b) => 3'

const EXERCISE = {
  language: 'JS',
  files: [{ path: 'main.js', text: START }],
  tests: `import { sum } from './main.js'
test('adds one and two', () => expect(sum(1, 2)).toBe(3))
`,
  hidden: `import { sum } from './main.js'
test('adds other numbers', () => expect(sum(20, 30)).toBe(50))
`,
  solution: [{ path: 'main.js', text: RIGHT }],
  // The time limit is long, because the machine of the tests can be busy.
  time_ms: 1000,
  hints: [{ after: 1, text: 'A function gives back what stands after `return`.' }],
  solution_after: 2,
  practice: false,
}

/** Adds a member with a course, in which there is a proved exercise. */
export async function scene(world: World) {
  const { member, course } = await world.memberWithCourse()
  const author = await world.person({ role: 'ADMIN', name: 'Ada Author' })
  const lesson = randomUUID()
  await world.sql(
    `insert into public.lessons (id, module_id, title, index, content_type, content)
     values ($1, $2, 'Return a value', 9, 'EXERCISE', 'Write \`sum\`, which **returns** a sum.')`,
    [lesson, course.moduleId],
  )
  await callAs(world, author, 'save_exercise', {
    lesson_id: lesson,
    expected_version: 1,
    exercise: EXERCISE,
  })
  await world.sql(
    `select public.settle_proof($1, (select max(version) from private.exercise_keys where lesson_id = $1), true)`,
    [lesson],
  )
  return { member, course, lesson }
}

export const pathOf = ({ slug }: Course, lesson: string) => `/app/courses/${slug}/lesson/${lesson}`

export const runs = (world: World, person: Person) =>
  world.sql(
    'select verdict, claimed, files from public.exercise_runs where user_id = $1 order by no',
    [person.id],
  )

export async function open(page: Page, course: Course, lesson: string) {
  await page.goto(pathOf(course, lesson))
  await expect(page.getByRole('heading', { level: 1, name: 'Return a value' })).toBeVisible()
  await expect(editorOf(page)).toBeVisible()
}

export const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Code of main.js' })

/** Replaces the code by keyboard. */
export async function write(page: Page, text: string) {
  await editorOf(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type(text)
}

/** Options of an expectation for the server's verdict: a run that got too little processor time is tried again. */
export const SERVER_RUN = { timeout: 100_000 }
