import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { SERVER_RUN } from '../../support/exercise-scene'
import { expect, test } from '../../support/fixtures'

const TESTS = `import { sum } from './main.js'

test('adds two numbers', () => {
  expect(sum(1, 2)).toBe(3)
})
`
const HIDDEN = `import { sum } from './main.js'

test('adds negative numbers', () => {
  expect(sum(-1, -2)).toBe(-3)
})
`
const WRONG = 'export const sum = (a, b) => Math.abs(a) + Math.abs(b)\n'
const RIGHT = 'export const sum = (a, b) => a + b\n'
const START = 'export const sum = () => 0\n'

/** Chooses an option that antd draws over its radio button. */
const choose = (dialog: Locator, name: string) => dialog.getByText(name, { exact: true }).click()

test('an author writes an exercise beside its tests and has it proved, and a learner opens it', async ({
  open,
  world,
}) => {
  const [admin, member] = [await world.person({ role: 'ADMIN' }), await world.person()]
  const course = await world.course()
  await world.entitle(member, course)
  const page = await open(admin, `/admin/courses/${course.id}`)
  await page.getByRole('button', { name: /^Add Lesson/ }).click()
  const making = page.getByRole('dialog', { name: 'Create New Lesson' })
  await making.getByLabel('Title', { exact: true }).fill('Add two numbers')
  await making.getByRole('tab', { name: 'Exercise' }).click()
  await making.getByRole('textbox', { name: 'Brief' }).fill('Return the **sum**.')

  // The tests run while they are typed, and the result names the line of a failure.
  await making.getByRole('textbox', { name: 'tests.js' }).fill(TESTS)
  await choose(making, 'Hidden tests')
  await making.getByRole('textbox', { name: 'hidden.js' }).fill(HIDDEN)
  const solution = making.getByRole('textbox', { name: 'main.js of Solution' })
  await solution.fill(WRONG)
  const results = making.getByRole('region', { name: 'Test results' })
  await expect(results).toContainText('The solution fails 1 of 2 tests.')
  await choose(making, 'Shown tests')
  await results.getByRole('button', { name: 'hidden.js, line 4' }).first().click()
  await expect(making.getByRole('textbox', { name: 'hidden.js' })).toBeFocused()
  await solution.fill(RIGHT)
  await expect(results).toContainText('The solution passes')

  // The starter still contains the solution, so learners would have nothing to do.
  await choose(making, 'Starter')
  await making.getByRole('textbox', { name: 'main.js of Starter' }).fill(RIGHT)
  await expect(results).toContainText('so there is nothing to do')
  await making.getByRole('button', { name: 'Save and Prove' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Lesson' })
  await expect(editing.getByText('The proof was refused.', { exact: true })).toBeVisible(SERVER_RUN)
  // The new lesson was saved and opens again, at the place that the person asked for.
  await expect(editing.getByText('The proof was refused.', { exact: true })).toBeInViewport()
  await expect(editing.locator('div:focus')).toHaveText('The proof was refused.')
  await expect(editing.getByRole('list', { name: 'Why the proof was refused' })).toContainText(
    'turn on Practice',
  )

  const [lesson] = await world.sql(
    'select id from public.lessons where module_id = $1 and content_type = $2',
    [course.moduleId, 'EXERCISE'],
  )
  const address = `/app/courses/${course.slug}/lesson/${String(lesson?.id)}`
  const learner = await open(member, address)
  await expect(learner.getByText(/in preparation/i).first()).toBeVisible()

  const practice = editing.getByRole('switch', { name: 'Practice' })
  await practice.click()
  await editing.getByRole('button', { name: 'Save and Prove' }).click()
  await expect(editing.locator('div:focus')).toHaveText(
    'Proved: learners have this version.',
    SERVER_RUN,
  )
  await learner.reload()
  await expect(learner.getByText(/^The code you start with may pass already/)).toBeVisible()

  await practice.click()
  await choose(editing, 'Starter')
  await editing.getByRole('textbox', { name: 'main.js of Starter' }).fill(START)
  await editing.getByRole('button', { name: 'Save and Prove' }).click()
  await expect(editing.locator('div:focus')).toHaveText(
    'Proved: learners have this version.',
    SERVER_RUN,
  )
  const trial = page.waitForEvent('popup')
  await editing.getByRole('button', { name: 'Try as Learner' }).click()
  await expect((await trial).getByRole('tab', { name: 'main.js' })).toBeVisible()

  await learner.reload()
  await expect(learner.getByRole('tab', { name: 'main.js' })).toBeVisible()
  await expect(learner.getByText(/^The code you start with/)).toHaveCount(0)
  await expect(learner.getByRole('main')).not.toContainText('adds negative numbers')
})

test('an author sees the end of a proof without asking for it', async ({ open, world }) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const lesson = randomUUID()
  await world.sql(
    `insert into public.lessons (id, module_id, title, index, content_type, content)
     values ($1, $2, 'Return a value', 9, 'EXERCISE', 'Return the sum.')`,
    [lesson, course.moduleId],
  )
  await world.sql(
    `update private.exercise_keys set proof = 'PENDING', files = '[{"path": "main.js", "text": ""}]' where lesson_id = $1`,
    [lesson],
  )
  const page = await open(admin, `/admin/courses/${course.id}?lesson=${lesson}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Lesson' })
  await expect(dialog.getByText('The server is proving it.')).toBeVisible()
  await world.sql(
    `select public.settle_proof($1, (select max(version) from private.exercise_keys where lesson_id = $1), true)`,
    [lesson],
  )
  await expect(dialog.getByText('Proved: learners have this version.')).toBeVisible()
})
