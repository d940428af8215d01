import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'

const lessonsIn = (page: Page, module: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: module }) })
    .getByRole('button', { name: /^Move (Reading|Video|Link) lesson$/ })

/** The position at this distance from the upper left corner of an element. */
async function near(element: Locator, by: { x: number; y: number }): Promise<[number, number]> {
  const box = await element.boundingBox()
  if (!box) throw new Error('nothing there to point at')
  return [box.x + by.x, box.y + by.y]
}

test('an administrator adds, renames, deletes and restores modules, and sees what is deleted with them', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const { course } = await world.memberWithCourse(['text'])
  const page = await open(admin, `/admin/courses/${course.id}`)
  await page.getByRole('button', { name: 'Add Module' }).click()
  await page.getByLabel('Module title').fill('   ')
  await page.keyboard.press('Enter')
  await page.getByLabel('Module title').fill('Second module')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Module created successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Second module' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Add Module' })).toBeFocused()

  await page.getByRole('button', { name: 'Actions for Second module' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('Module title').fill('Last module')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Module updated successfully')).toBeVisible()
  const renamed = page.getByRole('heading', { name: 'Last module' })
  await expect(renamed.getByRole('button')).toBeFocused()

  await page.getByRole('button', { name: 'Actions for First module' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', {
    name: 'Are you sure you want to delete this module and all its lessons?',
  })
  await expect(question.getByText('3 lessons go with it.')).toBeVisible()
  await expect(question.getByText(/^1 learner has completed lessons in it/)).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Module deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'First module' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Module restored')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'First module' })).toBeVisible()
  await expect(page.getByText('2 modules, 3 lessons')).toBeVisible()

  const acts = page.getByRole('button', { name: 'Actions for Link lesson' })
  await acts.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(acts).toBeFocused()
  await acts.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('2 modules, 2 lessons')).toBeVisible()
  await page.getByRole('button', { name: 'Bin', exact: true }).click()
  await expect(page.getByText(/^Lesson of First module, deleted/)).toBeVisible()
  await page.getByRole('button', { name: 'Restore Link lesson' }).click()
  await expect(page.getByText('The bin is empty')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(page.getByText('2 modules, 3 lessons')).toBeVisible()
  expect(
    await world.sql(
      'select count(*)::int as kept from public.lesson_completions where lesson_id = $1',
      [course.lessons.text],
    ),
  ).toEqual([{ kept: 1 }])
})

test('an administrator drags a lesson into another module', async ({ open, world }) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  await world.sql(
    `insert into public.modules (course_id, title, index) values ($1, 'Second module', 1)`,
    [course.id],
  )
  const page = await open(admin, `/admin/courses/${course.id}`)
  const handle = page.getByRole('button', { name: 'Move Reading lesson' })
  await expect(lessonsIn(page, 'First module')).toHaveCount(3)
  // A row can be dragged only some time after it renders, once an observer has found it near the window.
  await expect(async () => {
    await page.mouse.up()
    await handle.hover()
    await page.mouse.down()
    await page.mouse.move(...(await near(handle, { x: 10, y: 30 })), { steps: 4 })
    // The dragged copy of the row. The first element with this text is the row at its old position.
    const carried = page.getByText('Reading lesson', { exact: true }).nth(1)
    await expect(carried).toBeVisible({ timeout: 1_000 })
  }).toPass()
  // Rows move aside during the drag, also the heading on which the row is to be dropped.
  await expect(async () => {
    const heading = page.getByRole('heading', { name: 'Second module' })
    await page.mouse.move(...(await near(heading, { x: 40, y: 5 })), { steps: 8 })
    await expect(lessonsIn(page, 'Second module')).toHaveCount(1, { timeout: 1_000 })
  }).toPass()
  await page.mouse.up()
  await expect(page.getByText(/^Reading lesson dropped/)).toBeAttached()
  await page.reload()
  await expect(lessonsIn(page, 'Second module')).toHaveCount(1)
  await expect(lessonsIn(page, 'First module')).toHaveCount(2)
})

test("an administrator sees a course's impact before deleting it, and restores it from the bin", async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const { member, course } = await world.memberWithCourse(['text'])
  const page = await open(admin, `/admin/courses?q=${course.slug.slice(-8)}`)
  await page.getByPlaceholder('Search courses...').fill(course.title)
  await page.getByRole('button', { name: `Actions for ${course.title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', {
    name: 'Are you sure you want to delete this course?',
  })
  await expect(question.getByText('1 module and 3 lessons go with it.')).toBeVisible()
  await expect(question.getByText(/^1 person loses this course: /)).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Course deleted')).toBeVisible()
  await expect(page.getByText('No courses found')).toBeVisible()
  const learner = await open(member, '/app/dashboard')
  await expect(learner.getByText('No courses available')).toBeVisible()

  await page.getByRole('button', { name: 'Bin', exact: true }).click()
  await page.getByRole('button', { name: `Restore ${course.title}` }).click()
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
  await learner.reload()
  await expect(learner.getByText(course.title).first()).toBeVisible()
  expect(await world.completed(member)).toEqual([course.lessons.text])
})
