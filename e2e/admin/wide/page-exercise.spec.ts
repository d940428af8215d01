import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { expect, test } from '../../support/fixtures'

const PAGE = (body: string) =>
  `<!doctype html><title>Tea</title><link rel="stylesheet" href="style.css"><h1>Tea</h1>${body}`
const CHECKS = `test('the price is red', () => {
  const price = document.querySelector('.price')
  expect(price).not.toBeNull()
  expect(getComputedStyle(price).color).toBe('rgb(255, 0, 0)')
})
`

/** Chooses an option that antd draws over its radio button. */
const choose = (dialog: Locator, name: string) => dialog.getByText(name, { exact: true }).click()

test('an author writes a page beside its preview and its checks and saves it, and a learner opens it', async ({
  open,
  world,
}) => {
  const [admin, member] = [await world.person({ role: 'ADMIN' }), await world.person()]
  const course = await world.course()
  await world.entitle(member, course)
  const page = await open(admin, `/admin/courses/${course.id}`)
  await page.getByRole('button', { name: /^Add Lesson/ }).click()
  const making = page.getByRole('dialog', { name: 'Create New Lesson' })
  await making.getByLabel('Title', { exact: true }).fill('A price tag')
  await making.getByRole('tab', { name: 'Exercise' }).click()
  await making.getByRole('textbox', { name: 'Brief' }).fill('Show the **price** in red.')
  await choose(making, 'Page')

  // The example is a page that can be saved as it is.
  const preview = (side: string) =>
    making
      .getByRole('region', { name: `Preview of ${side}` })
      .frameLocator(`iframe[title="Preview of ${side}"]:not([inert])`)
  const results = making.getByRole('region', { name: 'Check results' })
  await expect(preview('Solution').getByRole('heading', { name: 'Hello' })).toBeVisible()
  await expect(results).toContainText('The solution passes the check.')
  await expect(results).toContainText('The starter fails 1 of 1 check, as it should.')
  await expect(making.getByText('Hidden tests')).toHaveCount(0)

  await making.getByRole('textbox', { name: 'tests.js' }).fill(CHECKS)
  await expect(results).toContainText('The solution fails 1 of 1 check.')
  await results.getByRole('button', { name: 'tests.js, line 3' }).first().click()
  await expect(making.getByRole('textbox', { name: 'tests.js' })).toBeFocused()
  const solution = making.getByRole('textbox', { name: 'index.html of Solution' })
  await solution.fill(PAGE('<p class="price">4.20</p>'))
  await expect(preview('Solution').getByText('4.20')).toBeVisible()
  await making.getByRole('tab', { name: 'style.css' }).click()
  await making.getByRole('textbox', { name: 'style.css of Solution' }).fill('.price { color: red }')
  await expect(results).toContainText('The solution passes the check.')
  await expect(preview('Solution').getByText('4.20')).toHaveCSS('color', 'rgb(255, 0, 0)')

  await choose(making, 'Starter')
  await making
    .getByRole('textbox', { name: 'index.html of Starter' })
    .fill(PAGE('<p>Only the price is missing.</p>'))
  await expect(preview('Starter').getByText('Only the price is missing.')).toBeVisible()
  await making.getByRole('button', { name: 'Save', exact: true }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Lesson' })
  await expect(editing.getByText('Saved: learners have this version.')).toBeVisible()
  const trial = page.waitForEvent('popup')
  await editing.getByRole('button', { name: 'Try as Learner' }).click()
  await expect((await trial).getByRole('tab', { name: 'index.html' })).toBeVisible()

  const [lesson] = await world.sql(
    'select id from public.lessons where module_id = $1 and content_type = $2',
    [course.moduleId, 'EXERCISE'],
  )
  const learner = await open(member, `/app/courses/${course.slug}/lesson/${String(lesson?.id)}`)
  await learner.getByRole('button', { name: 'Show the page' }).click()
  await expect(
    learner.frameLocator('main iframe').getByText('Only the price is missing.'),
  ).toBeVisible()
})

test('the page of the demo fails its checks at first, and its solution passes them', async ({
  open,
  world,
}) => {
  const seeds = readFileSync(
    new URL('../../../supabase/seeds/97-exercises.sql', import.meta.url),
    'utf8',
  )
  const query = /create temporary table seeded_pages as\n(select[\s\S]*?\) as s \([^)]*\));/.exec(
    seeds,
  )?.[1]
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const [lesson] = await world.sql(
    `insert into public.lessons (module_id, title, index, content_type, content)
    values ($1, 'A card', 9, 'EXERCISE', 'Make a card.') returning id`,
    [course.moduleId],
  )
  await world.sql(
    `update private.exercise_keys k set language = 'PAGE', files = s.files, tests = s.tests, solution = s.solution,
      hints = s.hints, time_ms = 1000, proof = 'PROVED' from (${query}) s where k.lesson_id = $1`,
    [lesson?.id],
  )
  const page = await open(admin, `/admin/courses/${course.id}?lesson=${String(lesson?.id)}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Lesson' })
  await dialog.getByRole('button', { name: 'Run Checks' }).click()
  const results = dialog.getByRole('region', { name: 'Check results' })
  await expect(results).toContainText('The solution passes all 5 checks.')
  await expect(results).toContainText('The starter fails 5 of 5 checks, as it should.')
})
