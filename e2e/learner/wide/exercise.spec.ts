import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { callAs } from '../../support/api'
import { violations } from '../../support/axe'
import { expect, readyForOffline, test } from '../../support/device'
import { untilSeen } from '../../support/seen'
import type { Course, Person, World } from '../../support/world'

/** Console errors of an offline browser. */
const CUT = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /ERR_CONNECTION/, /Failed to fetch/]

const START = 'export function sum(a, b) {\n}\n'
const RIGHT = 'export const sum = (a, b) => a + b'
/** Passes the shown tests, and not the hidden one. */
const NARROW = 'export const sum = (a, b) => 3'

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
  // The machine of the tests can be busy.
  time_ms: 1000,
  hints: [{ after: 1, text: 'A function gives back what stands after `return`.' }],
  solution_after: 2,
}

/** Adds a member with a course, in which there is a proved exercise. */
async function scene(world: World) {
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

const pathOf = ({ slug }: Course, lesson: string) => `/app/courses/${slug}/lesson/${lesson}`

const runs = (world: World, person: Person) =>
  world.sql(
    'select verdict, claimed, files from public.exercise_runs where user_id = $1 order by no',
    [person.id],
  )

async function open(page: Page, course: Course, lesson: string) {
  await page.goto(pathOf(course, lesson))
  await expect(page.getByRole('heading', { level: 1, name: 'Return a value' })).toBeVisible()
  await expect(editorOf(page)).toBeVisible()
}

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Code of main.js' })

/** Replaces the code by keyboard. */
async function write(page: Page, text: string) {
  await editorOf(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type(text)
}

test('a test fails, a hint comes, it passes, and the server completes the lesson, by keyboard alone', async ({
  open: visit,
  world,
}) => {
  const { member, course, lesson } = await scene(world)
  const page = await visit(member, '/app/dashboard')
  await open(page, course, lesson)
  const main = page.getByRole('main')
  await expect(main.getByText('returns')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Mark As Complete' })).toHaveCount(0)

  // Ctrl+Enter runs what is there, and adds no line.
  await editorOf(page).focus()
  await page.keyboard.press('Control+Enter')
  const results = page.getByRole('region', { name: 'Test results' })
  await expect(results.getByRole('status')).toHaveText(
    /^The test failed\. First: adds one and two\. Expected 3, got undefined\./,
  )
  await expect(results.getByText('Failed: adds one and two')).toBeVisible()
  await expect(editorOf(page)).toBeFocused()
  await expect(page.getByText('Hint', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])

  // A line with an error is one press away.
  await write(page, 'export const sum = (a, b) => {\nreturn a + c\n}')
  await page.keyboard.press('Control+Enter')
  const place = results.getByRole('button', { name: /^Go to main.js, line 2/ })
  await expect(place).toContainText('return a + c')
  await place.press('Enter')
  await expect(editorOf(page)).toBeFocused()

  await write(page, NARROW)
  await page.keyboard.press('Control+Enter')
  await expect(results.getByRole('status')).toHaveText('The test passed.')
  // Escape and then Tab leave the editor.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Run tests' })).toBeFocused()
  await page.keyboard.press('Tab')
  await untilSeen(page)
  await page.keyboard.press('Enter')
  const standing = page.getByRole('region', { name: 'Where you stand' })
  await expect(standing.getByRole('status')).toHaveText(
    'Passed here, and not confirmed: 1 of 2 tests failed.',
  )
  await expect(standing.getByRole('list', { name: 'Failed tests' })).toHaveText(
    'Failed: adds other numbers Hidden test',
  )
  expect(await world.completed(member)).toEqual([])

  await write(page, RIGHT)
  await untilSeen(page)
  await page.getByRole('button', { name: 'Hand in' }).press('Enter')
  await expect(standing.getByRole('status')).toHaveText(
    'Confirmed: you passed. This lesson is complete.',
  )
  await expect(page.getByText('1 of 4 lessons').filter({ visible: true })).toBeVisible()
  expect(await world.completed(member)).toEqual([lesson])
  expect(await runs(world, member)).toMatchObject([
    { verdict: 'FAIL', claimed: 'PASS' },
    { verdict: 'PASS', claimed: 'PASS', files: [{ path: 'main.js', text: RIGHT }] },
  ])
  expect(await violations(page)).toEqual([])

  // The solution is open now, and stands beside the own code.
  await page.getByRole('button', { name: 'Show the solution' }).press('Enter')
  await expect(page.getByText('The same in both')).toBeVisible()
  const earlier = page.getByRole('region', { name: 'Earlier runs' })
  await earlier.getByText('1 of 2 tests failed').click()
  await expect(earlier.getByText(NARROW)).toBeVisible()
})

test('code that is handed in offline becomes one run, also after a reload', async ({
  open: visit,
  world,
}) => {
  const { member, course, lesson } = await scene(world)
  const page = await visit(member, '/app/dashboard', { expectProblems: CUT })
  await open(page, course, lesson)
  await write(page, RIGHT)
  await page.getByRole('button', { name: 'Run tests' }).click()
  const results = page.getByRole('region', { name: 'Test results' })
  await expect(results.getByRole('status')).toHaveText('The test passed.')
  await page.context().setOffline(true)
  // The tests run without a connection too.
  await write(page, NARROW)
  await page.keyboard.press('Control+Enter')
  await expect(results.getByText('You have changed your code since.')).toHaveCount(0)
  await write(page, RIGHT)
  await untilSeen(page)
  await page.getByRole('button', { name: 'Hand in' }).click()
  const standing = page.getByRole('region', { name: 'Where you stand' })
  await expect(standing.getByRole('status')).toHaveText(
    'Passed here. Handed in on this device. Saves when you are back online.',
  )
  expect(await runs(world, member)).toEqual([])
  await page.context().setOffline(false)
  await page.reload()
  await expect(standing.getByRole('status')).toHaveText(
    'Confirmed: you passed. This lesson is complete.',
  )
  expect(await runs(world, member)).toMatchObject([{ verdict: 'PASS', claimed: 'PASS' }])
})

test('code is kept on every device, and what two devices write at the same time is kept beside it', async ({
  open: visit,
  world,
}) => {
  const { member, course, lesson } = await scene(world)
  const desk = await visit(member, '/app/dashboard', { expectProblems: CUT })
  await open(desk, course, lesson)
  await write(desk, '// one')
  await expect(desk.getByText('Your code is saved.')).toBeVisible()

  const phone = await visit(member, '/app/dashboard', { viewport: { width: 360, height: 740 } })
  await open(phone, course, lesson)
  await expect(editorOf(phone)).toHaveText('// one')
  expect(
    await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
  ).toBe(true)
  // The brief is above the code.
  const [brief, code] = [phone.getByText('returns'), editorOf(phone)]
  expect((await brief.boundingBox())?.y).toBeLessThan((await code.boundingBox())?.y ?? 0)

  await desk.context().setOffline(true)
  await write(desk, '// from the desk')
  await write(phone, '// from the phone')
  await expect(phone.getByText('Your code is saved.')).toBeVisible()
  await desk.context().setOffline(false)
  const other = desk.getByRole('region', { name: 'Code of other devices' })
  await expect(other).toBeVisible()
  await other.getByRole('button', { name: 'Compare' }).click()
  const texts = ['// from the desk', '// from the phone']
  const shown = await editorOf(desk).textContent()
  expect(texts).toContain(shown)
  const kept = texts.find((text) => text !== shown) ?? ''
  await expect(other.getByText(kept)).toBeVisible()
  await other.getByRole('button', { name: 'Use this one' }).click()
  await expect(editorOf(desk)).toHaveText(kept)
  await expect(other).toHaveCount(0)

  await desk.getByRole('button', { name: 'Start over' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Start over' }).click()
  await expect(editorOf(desk)).toContainText('export function sum')
})

test('an exercise opens, runs and is handed in without a connection, and is sent after the browser was closed', async ({
  device,
  world,
}) => {
  const { member, course, lesson } = await scene(world)
  const begun = await device.start(member)
  await open(begun.page, course, lesson)
  await begun.page.getByRole('button', { name: 'Run tests' }).click()
  const summary = (page: Page) =>
    page.getByRole('region', { name: 'Test results' }).getByRole('status')
  await expect(summary(begun.page)).toHaveText(/^The test failed\./)
  await readyForOffline(begun.page, 2)
  await begun.context.setOffline(true)
  await begun.page.reload()
  await write(begun.page, RIGHT)
  await begun.page.keyboard.press('Control+Enter')
  await expect(summary(begun.page)).toHaveText('The test passed.')
  await untilSeen(begun.page)
  await begun.page.getByRole('button', { name: 'Hand in' }).click()
  await expect(begun.page.getByText(/^Passed here\. Handed in on this device\./)).toBeVisible()
  await device.close()
  expect(await runs(world, member)).toEqual([])

  const { page } = await device.start()
  await page.goto(pathOf(course, lesson))
  await expect(
    page.getByRole('region', { name: 'Where you stand' }).getByRole('status'),
  ).toHaveText('Confirmed: you passed. This lesson is complete.')
  expect(await runs(world, member)).toMatchObject([{ verdict: 'PASS', claimed: 'PASS' }])
})
