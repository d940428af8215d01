import { expect, test } from '../../support/fixtures'
import { untilSeen } from '../../support/seen'

test('shortcuts move through a course, complete lessons, and open the list of shortcuts', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, `/app/courses/${course.slug}`)
  const lesson = (name: string) => page.getByRole('heading', { level: 1, name })
  await expect(page.getByText('Why we read')).toBeVisible()
  // Only people who may edit the course get the preview bar.
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0)

  await page.keyboard.press('n')
  await expect(lesson('Video lesson')).toBeFocused()
  await page.keyboard.press('p')
  await expect(lesson('Reading lesson')).toBeFocused()
  await untilSeen(page)
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeVisible()
  await expect.poll(() => world.completed(member)).toEqual([course.lessons.text])
  // The focus returns to where it was.
  await expect(lesson('Reading lesson')).toBeFocused()

  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog.getByText('Next lesson')).toBeVisible()
  await expect(dialog.getByText('Complete and continue')).toBeVisible()
  await page.keyboard.press('n')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Use keyboard shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(lesson('Reading lesson')).toBeFocused()
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await expect(dialog).toBeHidden()
  await expect(lesson('Reading lesson')).toBeVisible()

  // With shortcuts turned off, the list of shortcuts can still be opened from the menu.
  await page.getByRole('button', { name: 'Lesson options' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await dialog.getByLabel('Use keyboard shortcuts').check()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Lesson options' })).toBeFocused()
  await page.keyboard.press('n')
  await expect(lesson('Video lesson')).toBeVisible()
})

test('staff preview a course in any status, with and without access, and nothing is recorded', async ({
  open,
  world,
}) => {
  const [admin, draft] = [
    await world.person({ role: 'ADMIN' }),
    await world.course({ status: 'DRAFT' }),
  ]
  const page = await open(admin, `/app/courses/${draft.slug}`)
  const bar = page.getByRole('region', { name: 'Preview' })
  await expect(bar).toContainText('Draft, hidden from users. Nothing is recorded.')
  await expect(page.getByText('Why we read')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark As Complete' })).toHaveCount(0)

  await bar.getByRole('button', { name: 'Without access' }).click()
  await expect(page.getByRole('heading', { name: 'Access required' })).toBeVisible()
  await page.getByRole('link', { name: /Video lesson/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Video lesson' })).toBeVisible()
  await expect(page.getByText('Free Preview').first()).toBeVisible()
  await bar.getByRole('button', { name: 'With access' }).click()
  await page.getByRole('link', { name: 'Next Lesson' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Link lesson' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Edit Course' })).toHaveAttribute(
    'href',
    `/admin/courses/${draft.id}`,
  )
  expect(await world.completed(admin)).toEqual([])
})
