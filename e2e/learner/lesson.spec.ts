import { expect, test } from '../support/fixtures'

test('a member completes a lesson, which stays completed after a reload, and can undo it', {
  tag: '@real',
}, async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, `/app/courses/${course.slug}`)
  await expect(page).toHaveURL(`/app/courses/${course.slug}/lesson/${course.lessons.text}`)
  await expect(page.getByRole('heading', { name: 'Reading lesson' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Why we read' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark As Complete' }).click()
  await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled()
  await expect.poll(() => world.completed(member)).toEqual([course.lessons.text])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled()

  await page.getByRole('button', { name: 'Lesson options' }).click()
  await page.getByRole('menuitem', { name: 'Mark as not complete' }).click()
  await expect(page.getByRole('button', { name: 'Mark As Complete' })).toBeEnabled()
  await expect.poll(() => world.completed(member)).toEqual([])
  await page.getByRole('button', { name: 'Mark As Complete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Mark As Complete' })).toBeEnabled()
  await expect.poll(() => world.completed(member)).toEqual([])
})
