import { record, rowsOf } from '../support/audit-log'
import { choose, fillDay } from '../support/choose'
import { expect, test } from '../support/fixtures'

test('an administrator filters the audit log and sees what an action changed', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const person = await world.person({ name: `Ines ${crypto.randomUUID().slice(0, 8)}` })
  await record(world, person, [
    ['course.publish', 'course'],
    ['lesson.create', 'lesson'],
    ['entitlement.grant', 'entitlement'],
    ['course.delete', 'course'],
  ])
  const page = await open(admin, '/admin')
  await page.getByRole('navigation', { name: 'Admin panel' }).getByText('Audit logs').click()
  await expect(page).toHaveURL('/admin/audit-logs')
  const list = page.getByRole('region', { name: 'Audit logs' })
  await page.getByRole('searchbox', { name: 'User ID, name or email' }).fill(person.id.slice(0, 8))
  await expect(list.getByText('4 records', { exact: true })).toBeVisible()
  await choose(page.getByLabel('Action'), 'CREATE')
  await expect(list.getByText('2 records', { exact: true })).toBeVisible()
  await choose(page.getByLabel('Target type'), 'entitlement')
  await expect(list.getByText('1 record', { exact: true })).toBeVisible()
  const rows = rowsOf(page)
  await expect(rows).toContainText('Entitlement granted')
  await page.goBack()
  await expect(list.getByText('2 records', { exact: true })).toBeVisible()
  await choose(page.getByLabel('Target type'), 'Any target')
  await choose(page.getByLabel('Action'), 'Course published')
  await expect(page).toHaveURL(/person=.*action=course.publish/)

  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(person.name)
  await expect(rows).toContainText(person.id.slice(0, 8))
  await expect(rows).not.toContainText(person.id)
  await expect(rows).toContainText('192.0.2.7')
  const time = rows.getByText(/^\w{3} \d+, \d{4}, \d\d:\d\d:\d\d$/)
  await expect(time).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Course published' })
  // A click anywhere in the row opens the record; by keyboard, its button does.
  await time.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await rows.getByRole('button', { name: /^Details/ }).press('Enter')
  await expect(dialog.getByRole('row', { name: 'Status DRAFT PUBLISHED' })).toBeVisible()
  await expect(dialog.getByText(/the record doesn't hold the values: name\./)).toBeVisible()
  await expect(dialog.getByText('A browser')).toBeVisible()
  await expect(dialog.getByText(person.id)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // The list can also be filtered by name and by day.
  await page.goto(`/admin/audit-logs?person=${encodeURIComponent(person.name)}`)
  await expect(list.getByText('4 records', { exact: true })).toBeVisible()
  await fillDay(page.getByLabel('to', { exact: true }), '2020-01-01')
  await expect(page.getByText('No records found')).toBeVisible()
})
