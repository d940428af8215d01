import { expect, test } from '../../support/fixtures'
import { countInteractions } from '../../support/interactions'

test('an administrator sees recent activity without sign-ins beside the inbox, and in two steps who changed a course last, and what', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN', name: 'Hana History' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}?tab=details`)
  await page.getByLabel('Category').fill('Told by its history')
  await page.getByRole('button', { name: 'Save Course' }).click()
  await expect(page.getByText('Course updated successfully')).toBeVisible()

  await page.goto('/admin')
  await expect(page.getByRole('region', { name: 'Inbox' })).toBeVisible()
  const activity = page.getByRole('region', { name: 'Recent Activity' })
  await expect(activity).toBeVisible()
  await expect(activity).not.toContainText('Signed in')

  // Two steps lead from the list of courses to who changed this course last, and what they changed.
  await page.goto(`/admin/courses?q=${encodeURIComponent(course.title)}`)
  const card = page.getByRole('link', { name: `Edit Course: ${course.title}` })
  await expect(card).toBeVisible()
  const interactions = await countInteractions(page)
  await card.click()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page).toHaveURL(`/admin/courses/${course.id}?tab=history`)
  const newest = page.getByRole('region', { name: 'History' }).getByRole('listitem').first()
  await expect(newest).toContainText(`Course updated “${course.title}” by Hana History`)
  await expect(newest).toContainText('category')
  expect(await interactions()).toBe(2)
  await newest.getByRole('button', { name: 'What changed: category' }).click()
  await expect(newest.locator('ins')).toHaveText('Told by its history')

  // The audit log has the same record, with address and browser.
  await page.goto(`/admin/audit-logs?course=${course.id}`)
  const record = page.getByRole('region', { name: 'Audit logs' }).locator('tbody tr').first()
  await expect(record).toContainText('Course updated')
  await expect(record).toContainText(course.title)
})
