import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { type Listeners, listen, NOTE_TRIED, PAGES, TRIED_BY } from '../../support/ways-out'

// Pages of learners and authors try to reach servers that listen, in both apps.

let listeners: Listeners
test.beforeAll(async () => {
  listeners = await listen()
})
test.afterAll(() => listeners.close())

/** Waits until the page with this title has tried all ways, and expects that no server was reached. */
async function expectSealed(page: Page, title: string) {
  await expect.poll(() => page.evaluate(TRIED_BY)).toContain(title)
  expect(await listeners.heard('Chromium')).toEqual({})
}

test('a page of an exercise neither loads nor sends anything, imported or typed, in both apps', async ({
  open,
  world,
}) => {
  const [member, admin] = [await world.person(), await world.person({ role: 'ADMIN' })]
  const course = await listeners.importPage(world)
  await world.entitle(member, course)
  const refused = { expectProblems: [/./] }
  const lesson = `/app/courses/${course.slug}/lesson/${course.lesson}`
  const portal = await open(member, lesson, refused)
  const editing = `/admin/courses/${course.id}?lesson=${course.lesson}`
  const backoffice = await open(admin, editing, refused)
  for (const [page, show, field] of [
    [portal, 'Show the page', 'Code of index.html'],
    [backoffice, 'Show Page', 'index.html of Solution'],
  ] as const) {
    await page.evaluate(NOTE_TRIED)
    await page.getByRole('button', { name: show }).click()
    await expectSealed(page, 'imported')
    await page.getByRole('textbox', { name: field }).fill(PAGES.typed)
    await expectSealed(page, 'typed')
    await page.evaluate(await listeners.leaving())
    expect(await listeners.heard('Chromium'), 'of those that lead elsewhere').toEqual({})
  }
})
