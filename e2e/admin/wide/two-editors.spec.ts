import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'

test('an order and a title that another person changed are shown before they are overwritten', async ({
  open,
  world,
}) => {
  const [one, two] = [await world.person({ role: 'ADMIN' }), await world.person({ role: 'ADMIN' })]
  const course = await world.course()
  const first = await open(one, `/admin/courses/${course.id}`)
  const second = await open(two, `/admin/courses/${course.id}`, { expectProblems: [/409/] })
  const moveUp = async (page: Page, lesson: string) => {
    await page.getByRole('button', { name: `Move ${lesson}` }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
  }
  const handles = (page: Page) => page.getByRole('button', { name: /^Move .* lesson$/ })
  await expect(handles(second)).toHaveCount(3)
  await moveUp(first, 'Link lesson')
  await expect(first.getByText(/^Link lesson dropped, place 2/)).toBeAttached()
  await moveUp(second, 'Video lesson')
  await expect(second.getByText(/^Someone else has changed this course/)).toBeVisible()
  const order = ['Reading lesson', 'Link lesson', 'Video lesson']
  for (const [at, lesson] of order.entries()) {
    await expect(handles(second).nth(at)).toHaveAccessibleName(`Move ${lesson}`)
  }
  expect(
    (
      await world.sql(
        'select title from public.lessons where module_id = $1 and deleted_at is null order by index',
        [course.moduleId],
      )
    ).map((row) => row.title),
  ).toEqual(order)

  const rename = async (page: Page, module: string, to: string) => {
    await page.getByRole('button', { name: `Actions for ${module}` }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('Module title').fill(to)
  }
  await rename(second, 'First module', 'Theirs')
  await rename(first, 'First module', 'Ours')
  await first.keyboard.press('Enter')
  await expect(first.getByText('Module updated successfully')).toBeVisible()
  await second.keyboard.press('Enter')
  await expect(second.getByText('Someone else renamed it to “Ours”.')).toBeVisible()
  await expect(second.getByLabel('Module title')).toHaveValue('Theirs')
  expect(
    await world.sql('select title from public.modules where id = $1', [course.moduleId]),
  ).toEqual([{ title: 'Ours' }])
  await second.keyboard.press('Enter')
  await expect(second.getByText('Module updated successfully')).toBeVisible()
  await expect(second.getByRole('heading', { name: 'Theirs' })).toBeVisible()
})

const title = (page: Page) => page.getByLabel('Title', { exact: true })

const description = (page: Page) => page.getByRole('textbox', { name: /^Description/ })

const save = (page: Page) => page.getByRole('button', { name: 'Save Course' })

const saved = (page: Page) => page.getByText('Course updated successfully')

const conflict = (page: Page) => page.getByRole('alert').filter({ hasText: 'Someone else changed' })

test('the second editor to save sees what changed, and overwrites nothing without a confirmation', async ({
  open,
  world,
}) => {
  const [one, two] = [await world.person({ role: 'ADMIN' }), await world.person({ role: 'ADMIN' })]
  const course = await world.course()
  const stored = () =>
    world.sql('select title, description from public.courses where id = $1', [course.id])
  const first = await open(one, `/admin/courses/${course.id}?tab=details`)
  const second = await open(two, `/admin/courses/${course.id}?tab=details`)
  await description(second).fill('Words of the second')
  await title(first).fill('Title of the first')
  await save(first).click()
  await expect(saved(first)).toBeVisible()

  // Saving from the content tab opens the details, which show the conflict.
  await second.getByRole('tab', { name: 'Content' }).click()
  await save(second).click()
  await expect(conflict(second)).toContainText('Title of the first')
  await expect(description(second)).toHaveValue('Words of the second')
  await expect(save(second)).toBeDisabled()
  expect(await stored()).toEqual([
    { title: 'Title of the first', description: 'What a test is about' },
  ])
  await conflict(second).getByRole('button', { name: 'Keep My Changes' }).click()
  await expect(title(second)).toHaveValue('Title of the first')
  await save(second).click()
  await expect(saved(second)).toBeVisible()
  expect(await stored()).toEqual([
    { title: 'Title of the first', description: 'Words of the second' },
  ])

  await title(first).fill('Mine')
  await save(first).click()
  await expect(conflict(first)).toContainText('Words of the second')
  await conflict(first).getByRole('button', { name: 'Use Their Version' }).click()
  await expect(title(first)).toHaveValue('Title of the first')
  await expect(description(first)).toHaveValue('Words of the second')
  await expect(save(first)).toBeDisabled()
})
