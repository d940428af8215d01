import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'

const editing = (page: Page) => page.getByRole('dialog', { name: 'Edit Lesson' })
const field = (page: Page) => editing(page).getByRole('textbox', { name: 'Text', exact: true })

test('an administrator compares versions of a text, restores an earlier one, and then the later one', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const { id, lessons } = await world.course()
  const page = await open(admin, `/admin/courses/${id}`)
  const openLesson = () => page.getByRole('button', { name: 'Edit Reading lesson' }).click()
  const stored = async () =>
    (await world.sql('select content from public.lessons where id = $1', [lessons.text]))[0]
      ?.content
  for (const text of ['Read a page a day.', 'Read ten pages a day.']) {
    await openLesson()
    await field(page).fill(text)
    await editing(page).getByRole('button', { name: 'Save Lesson' }).click()
    await expect(editing(page)).toBeHidden()
  }

  await openLesson()
  await editing(page).getByRole('button', { name: 'Versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Versions' })
  await expect(versions.getByRole('listitem')).toHaveCount(3)
  await expect(versions.getByRole('listitem').first()).toContainText('Now')
  await expect(versions.getByRole('listitem').nth(1)).toContainText('Text: ')
  await versions
    .getByRole('button', { name: /^Compare/ })
    .nth(1)
    .click()
  const version = page.getByRole('dialog', { name: /^Version of/ })
  await expect(version.getByRole('deletion')).toHaveText(['ten pages'])
  await expect(version.getByRole('insertion')).toHaveText(['a page'])
  await version.getByText('Previous Version').click()
  await expect(version.getByRole('deletion')).toContainText(['Why we read'])

  // Unsaved input would be lost.
  await version.getByRole('button', { name: 'Close' }).click()
  await field(page).fill('Read ten pages a day. And')
  await editing(page).getByRole('button', { name: 'Versions' }).click()
  await versions
    .getByRole('button', { name: /^Compare/ })
    .nth(1)
    .click()
  await expect(version).toContainText('You have unsaved changes.')
  await expect(version.getByRole('button', { name: 'Restore This Version' })).toBeDisabled()
  await version.getByRole('button', { name: 'Close' }).click()
  await field(page).fill('Read ten pages a day.')

  await editing(page).getByRole('button', { name: 'Versions' }).click()
  await versions
    .getByRole('button', { name: /^Compare/ })
    .nth(1)
    .click()
  await version.getByRole('button', { name: 'Restore This Version' }).click()
  const question = page.getByRole('dialog', { name: 'Restore this version?' })
  await expect(question).toContainText('The current version is kept.')
  await question.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('Earlier version restored')).toBeVisible()
  await expect(editing(page)).toBeHidden()
  expect(await stored()).toBe('Read a page a day.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The lesson is back to that version')).toBeVisible()
  expect(await stored()).toBe('Read ten pages a day.')

  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Lesson restored to an earlier version')).toHaveCount(2)
  await page
    .getByRole('button', { name: /^What changed/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Compare Versions' }).click()
  await expect(version.getByRole('insertion')).toHaveText(['ten pages'])
  await version.getByRole('button', { name: 'All Versions' }).click()
  await expect(versions.getByRole('listitem')).toHaveCount(5)
})
