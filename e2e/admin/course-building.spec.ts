import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { countInteractions } from '../support/interactions'

const click = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()

const titlesIn = (page: Page, module: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: module }) })
    .getByRole('button', { name: /^Edit / })

test('an administrator creates a course, its editor opens, and the first lesson takes eight steps', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN', name: 'Ada Admin' })
  const title = `Knots ${crypto.randomUUID().slice(0, 8)}`
  const page = await open(admin, '/admin/courses')
  const interactions = await countInteractions(page)
  await click(page, 'Create Course')
  await expect(page.getByRole('dialog').getByLabel('Title', { exact: true })).toBeFocused()
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Course created successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByLabel('Module title')).toBeFocused()
  await page.keyboard.type('Beginnings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Beginnings' })).toBeVisible()
  await click(page, 'Add Lesson to Beginnings')
  const form = page.getByRole('dialog', { name: 'Create New Lesson' })
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
  await page.keyboard.type('The bowline')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Lesson created successfully')).toBeVisible()
  expect(await interactions()).toBe(8)

  // The dialog is ready for the next lesson: empty, with the focus in the title.
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('')
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
  await page.keyboard.type('The sheet bend')
  await form.getByRole('button', { name: 'Save and Add Another' }).click()
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('')
  // An empty form closes without asking, and no draft of the saved lesson is left.
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('Lesson title is required')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Lesson to Beginnings' })).toBeFocused()
  await expect(titlesIn(page, 'Beginnings')).toHaveText(['The bowline', 'The sheet bend'])

  // The title of a lesson opens its dialog, in which the shortcut saves and closes.
  await page.getByRole('button', { name: 'Edit The bowline' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Lesson' })
  await expect(edit.getByLabel('Title', { exact: true })).toHaveValue('The bowline')
  await expect(edit.getByRole('button', { name: 'Save and Add Another' })).toHaveCount(0)
  await edit.getByLabel('Title', { exact: true }).fill('A bowline')
  await page.keyboard.press('Control+Enter')
  await expect(edit).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit A bowline' })).toBeFocused()
})

const titles = (page: Page) =>
  page.getByRole('heading', { level: 3 }).getByRole('button').allTextContents()

const lessonsIn = (page: Page, module: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: module }) })
    .getByRole('button', { name: /^Move (Reading|Video|Link) lesson$/ })

test('an administrator moves lessons between modules, and modules, by keyboard', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  await world.sql(
    `insert into public.modules (course_id, title, index) values ($1, 'Second module', 1)`,
    [course.id],
  )
  const page = await open(admin, `/admin/courses/${course.id}`)
  const handle = page.getByRole('button', { name: 'Move Link lesson' })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(
    page.getByText(/^Link lesson picked up, place 3 of 3 in First module/),
  ).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Link lesson, place 2 of 3 in First module.')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Link lesson is back where it was.')).toBeAttached()

  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Link lesson, place 1 of 1 in Second module.')).toBeAttached()
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('Link lesson dropped, place 1 of 1 in Second module.')).toBeAttached()

  const module = page.getByRole('button', { name: 'Move Second module' })
  await expect(module).toBeEnabled()
  await module.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect(page.getByText('Second module dropped, place 1 of 2.')).toBeAttached()
  await page.reload()
  await expect(lessonsIn(page, 'First module')).toHaveCount(2)
  expect((await titles(page)).map((title) => title.replace(/\d+ lessons?$/, ''))).toEqual([
    '1Second module',
    '2First module',
  ])
  expect(
    await world.sql(
      `select action from public.audit_logs where user_id = $1 and action like '%.reorder' order by id`,
      [admin.id],
    ),
  ).toEqual([{ action: 'lesson.reorder' }, { action: 'module.reorder' }])
})
