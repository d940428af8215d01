import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { holdRequests } from '../../support/hold-requests'
import { untilSeen } from '../../support/seen'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

async function deleteByMenu(page: Page, title: string) {
  await button(page, `Actions for ${title}`).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
  // The button is disabled until the number of affected people is known.
  await expect(confirm).toBeEnabled()
  await untilSeen(page)
  await confirm.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('an item that is moved by keyboard keeps the focus when it is dropped, cancelled or refused', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  await world.sql(
    `insert into public.modules (course_id, title, index) values ($1, 'Second module', 1)`,
    [course.id],
  )
  const page = await open(admin, `/admin/courses/${course.id}`, { expectProblems: [/409/] })
  const keys = page.keyboard
  const reading = button(page, 'Move Reading lesson')
  await reading.focus()
  await keys.press('Space')
  await keys.press('ArrowDown')
  await keys.press('Space')
  await expect(page.getByText(/^Reading lesson dropped, place 2 of 3/)).toBeAttached()
  await expect(reading).toBeFocused()
  await expect(reading).toBeEnabled()

  // A second move into the other module starts at once, and is cancelled by Escape.
  const link = button(page, 'Move Link lesson')
  await link.focus()
  await keys.press('Space')
  await keys.press('ArrowDown')
  await expect(page.getByText('Link lesson, place 1 of 1 in Second module.')).toBeAttached()
  await keys.press('Escape')
  await expect(page.getByText('Link lesson is back where it was.')).toBeAttached()
  await expect(link).toBeFocused()

  const second = button(page, 'Move Second module')
  await second.focus()
  await keys.press('Space')
  await keys.press('ArrowUp')
  await keys.press('Space')
  await expect(page.getByText('Second module dropped, place 1 of 2.')).toBeAttached()
  await expect(second).toBeFocused()
  await expect(second).toBeEnabled()

  await link.focus()
  await keys.press('Space')
  await keys.press('ArrowUp')
  await world.sql(`update public.lessons set deleted_at = now() where id = $1`, [
    course.lessons.video,
  ])
  await keys.press('Space')
  await expect(page.getByText(/^Someone else has changed this course/)).toBeVisible()
  await expect(button(page, 'Move Video lesson')).toBeHidden()
  await expect(link).toBeFocused()
})

test('after a deletion the next item has the focus, and after the last one the button that adds', async ({
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
  await deleteByMenu(page, 'Reading lesson')
  await expect(button(page, 'Actions for Video lesson')).toBeFocused()
  await deleteByMenu(page, 'Link lesson')
  await expect(button(page, 'Actions for Video lesson')).toBeFocused()
  await deleteByMenu(page, 'Video lesson')
  await expect(button(page, 'Add Lesson to First module')).toBeFocused()
  await deleteByMenu(page, 'First module')
  await expect(button(page, 'Actions for Second module')).toBeFocused()
  await deleteByMenu(page, 'Second module')
  await expect(button(page, 'Add First Module')).toBeFocused()
  // The toast has an Undo button. After it is pressed, the focus returns to the list too.
  await button(page, 'Undo').last().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Second module' })).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
})

test('deleting a course or attachment, and restoring from the bin, move the focus to the next item', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const mark = crypto.randomUUID().slice(0, 8)
  const [older, newer] = [
    await world.course({ title: `Older ${mark}` }),
    await world.course({ title: `Newer ${mark}` }),
  ]
  const page = await open(admin, `/admin/courses?q=${mark}`)
  await deleteByMenu(page, newer.title)
  await expect(button(page, `Actions for ${older.title}`)).toBeFocused()

  await page.goto(`/admin/courses/${older.id}`)
  await button(page, 'Edit Link lesson').focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Edit Lesson' })
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
  for (const _ of [1, 2]) await form.getByRole('button', { name: 'Add Attachment' }).click()
  const remove = form.getByRole('button', { name: 'Remove attachment 1' })
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox', { name: 'Attachment title' })).toBeFocused()
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'Add Attachment' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await deleteByMenu(page, 'Reading lesson')
  await deleteByMenu(page, 'Link lesson')
  await button(page, 'Bin').focus()
  await page.keyboard.press('Enter')
  const bin = page.getByRole('dialog', { name: 'Bin' })
  await bin.getByRole('button', { name: 'Restore Link lesson' }).focus()
  await page.keyboard.press('Enter')
  await expect(bin.getByRole('button', { name: 'Restore Reading lesson' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bin.getByRole('button', { name: 'Close' })).toBeFocused()
})

test('the first added item is followed by the field for the next', async ({ open, world }) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  await world.sql('update public.modules set deleted_at = now() where course_id = $1', [course.id])
  const page = await open(admin, `/admin/courses/${course.id}`)
  await button(page, 'Add First Module').focus()
  await page.keyboard.press('Enter')
  const title = page.getByRole('textbox', { name: 'Module title' })
  await expect(title).toBeFocused()
  await page.keyboard.type('Beginnings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Beginnings' })).toBeVisible()
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('')
  await page.keyboard.type('Endings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Endings' })).toBeVisible()
  await expect(title).toBeFocused()

  const add = button(page, 'Add Lesson to Beginnings')
  await add.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Create New Lesson' })
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
  await page.keyboard.type('Hello')
  await form.getByRole('button', { name: 'Save Lesson' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Lesson created successfully')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(add).toBeFocused()
})

test('the title of a lesson has the focus as soon as its form renders, and a dialog that loads late has it at once', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}`)
  const lesson = button(page, 'Edit Reading lesson')
  await expect(lesson).toBeVisible()
  // Delays animation frames, during which a person may move to another field.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
  })
  await lesson.click()
  const dialog = page.getByRole('dialog', { name: 'Edit Lesson' })
  await expect(dialog.getByLabel('Title', { exact: true })).toBeFocused()

  for (const [path, opener, name] of [
    ['/admin/courses', 'Create Course', 'Create New Course'],
    [`/admin/courses/${course.id}`, 'Add Lesson to First module', 'Create New Lesson'],
  ] as const) {
    await page.goto(path)
    await expect(button(page, opener)).toBeVisible()
    const arrive = await holdRequests(page, '**/*.js')
    await button(page, opener).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog).toBeVisible()
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await arrive()
    const title = dialog.getByLabel('Title', { exact: true })
    await expect(title).toBeFocused()
    await page.keyboard.type('Typed at once')
    await expect(title).toHaveValue('Typed at once')
    await page.keyboard.press('Escape')
  }
})
