import { choose, switchCourse } from '../support/choose'
import { expect, test } from '../support/fixtures'

test('an administrator invites a person with a role and a course, and the link works', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN', name: 'Alex Admin' })
  const course = await world.course()
  const email = `${crypto.randomUUID()}@example.org`
  const page = await open(admin, '/admin')
  await page.getByRole('navigation', { name: 'Admin panel' }).getByText('Invites').click()
  await expect(page).toHaveURL('/admin/invites')
  await page.getByRole('button', { name: 'Create Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Invite' })
  await dialog.getByLabel('Email').fill(`  ${email} `)
  await choose(dialog.getByLabel('Role'), 'Moderator')
  await expect(dialog.getByText('The role takes effect once the email is verified.')).toBeVisible()
  await switchCourse(dialog, course)
  await expect(dialog.getByText(/gives access to 1 course/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Create Invite' }).click()
  await expect(page.getByText('Invite created successfully')).toBeVisible()
  await expect(page.getByText(`The invite was emailed to ${email}.`)).toBeVisible()
  await expect(dialog).toBeHidden()

  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row.getByText('Active')).toBeVisible()
  await expect(row.getByText('Moderator')).toBeVisible()
  await expect(row.getByText(course.title)).toBeVisible()
  await expect(row.getByText('by Alex Admin')).toBeVisible()
  await expect(row.getByText(/^(2d|1d 23h) left$/)).toBeVisible()
  await row.getByRole('button', { name: `Copy Link for ${email}` }).click()
  await expect(page.getByText('Invite link copied to clipboard')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  // Only the link in the mail proves that its reader owns the email; the copied link does not.
  const mailed = (await world.mail(email)).links
  expect(mailed.some((address) => address.startsWith(`${link}#proof=`))).toBe(true)
  const visitor = await open('visitor', new URL(link).pathname)
  await expect(visitor.getByText(course.title)).toBeVisible()
})
