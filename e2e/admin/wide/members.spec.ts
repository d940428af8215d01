import { switchCourse } from '../../support/choose'
import { expect, test } from '../../support/fixtures'

test('a moderator starts at the members, grants and revokes access, and cannot give roles', async ({
  open,
  world,
}) => {
  const moderator = await world.person({ role: 'MODERATOR', name: 'Mo Moderator' })
  const { member, course } = await world.memberWithCourse()
  const other = await world.course()
  const page = await open(moderator, '/admin/courses')
  await expect(page).toHaveURL('/moderator/members')
  await expect(page.getByText('Admin access required')).toBeVisible()
  await expect(page.getByText('Moderator Panel')).toBeVisible()
  await expect(page.getByRole('option', { name: 'Creators' })).toHaveCount(0)
  await page.getByPlaceholder('Search members...').fill(member.email)
  const row = page.getByRole('row').filter({ hasText: member.email })
  await expect(row.getByText('1 course')).toBeVisible()
  await expect(row.getByRole('combobox')).toHaveCount(0)
  await expect(row.getByRole('button', { name: /^More about/ })).toHaveCount(0)

  await row.getByRole('button', { name: /^Manage Access/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Access' })
  await expect(dialog.getByRole('switch', { name: course.title })).toBeChecked()
  await switchCourse(dialog, other)
  await switchCourse(dialog, course)
  await expect(dialog.getByText('1 course to grant, 1 course to revoke')).toBeVisible()
  await expect(
    dialog.getByText(`They lose access to ${course.title}. Their progress is kept.`),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('You have unsaved changes.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Course access updated.')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(
    await world.sql('select course_id from public.entitlements where user_id = $1', [member.id]),
  ).toEqual([{ course_id: other.id }])
})

test('an administrator finds a person and changes their access by keyboard alone', async ({
  open,
  world,
}) => {
  const moderator = await world.person({ role: 'MODERATOR' })
  const { member, course } = await world.memberWithCourse()
  const page = await open(moderator, '/moderator')
  const search = page.getByPlaceholder('Search members...')
  await search.focus()
  await page.keyboard.type(member.email)
  await page.keyboard.press('Enter')
  const manage = page.getByRole('button', { name: /^Manage Access/ })
  await expect(manage).toHaveCount(1)
  for (let step = 0; step < 16; step += 1) {
    if (await manage.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(manage).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Manage Access' })
  await dialog.getByPlaceholder('Search courses...').focus()
  await page.keyboard.type(course.slug)
  const toggle = dialog.getByRole('switch')
  await expect(toggle).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(toggle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(toggle).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Course access updated.')).toBeVisible()
  await expect(manage).toBeFocused()
})
