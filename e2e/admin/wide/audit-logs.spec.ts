import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { choose, fillDay } from '../../support/choose'
import { expect, test } from '../../support/fixtures'
import { overflow } from '../../support/layout'
import type { Person, World } from '../../support/world'

const rowsOf = (page: Page) =>
  page.getByRole('region', { name: 'Audit logs' }).locator('tbody').getByRole('row')

/** Inserts audit records of a person, a minute apart, newest first. */
async function record(world: World, person: Person, acts: [string, string][]): Promise<void> {
  await world.sql(
    `insert into public.audit_logs (user_id, action, target_type, target_id, before, after, ip_address, user_agent, created_at)
     select $1, split_part(a, ' ', 1), split_part(a, ' ', 2), gen_random_uuid(), '{"status": "DRAFT"}',
       '{"status": "PUBLISHED", "fields": ["name", "status"]}', '192.0.2.7', 'A browser', now() - n * interval '1 minute'
     from unnest($2::text[]) with ordinality t (a, n)`,
    [person.id, acts.map((act) => act.join(' '))],
  )
}

test('an administrator filters the audit log and sees what an act changed', async ({
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
  // A click anywhere in the row opens the record, and for the keyboard its button does.
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

test('an administrator pages back and forth through the audit log and can share the address of a page', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const person = await world.person()
  await record(
    world,
    person,
    Array.from({ length: 120 }, (_, i) => [i % 2 ? 'lesson.update' : 'course.update', 'course']),
  )
  const page = await open(admin, `/admin/audit-logs?person=${person.id}`)
  const list = page.getByRole('region', { name: 'Audit logs' })
  const times = () =>
    list
      .locator('time')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
  const link = (name: string) => page.getByRole('link', { name })
  await expect(rowsOf(page)).toHaveCount(50)
  await expect(list.getByText('120 records', { exact: true })).toBeVisible()
  await expect(link('Newer')).toHaveCount(0)
  const first = await times()
  await link('Older').click()
  await expect.poll(async () => (await times())[0] ?? '').not.toBe(first[0])
  await expect(link('Newer')).toBeVisible()
  const second = await times()
  expect([second.length, (second[0] ?? '') < (first.at(-1) ?? '')]).toEqual([50, true])
  await link('Older').click()
  await expect(rowsOf(page)).toHaveCount(20)
  await expect(link('Older')).toHaveCount(0)
  await link('Newer').click()
  await expect.poll(times).toEqual(second)
  await page.reload()
  await expect.poll(times).toEqual(second)
  await link('Newer').click()
  await expect.poll(times).toEqual(first)
  await page.goBack()
  await expect.poll(times).toEqual(second)
  // Another filter starts at the newest record.
  await choose(page.getByLabel('Action'), 'Lesson updated')
  await expect(list.getByText('60 records', { exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/before|after/)
})

test('an administrator exports the audit log, and the export is recorded', async ({
  open,
  world,
}) => {
  const admin = await world.person({
    role: 'ADMIN',
    name: `Olga ${crypto.randomUUID().slice(0, 8)}`,
  })
  const person = await world.person()
  await record(world, person, [
    ['course.publish', 'course'],
    ['lesson.create', 'lesson'],
  ])
  const page = await open(admin, '/admin')
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await page.goto(`/admin/audit-logs?person=${person.id}&action=UPDATE`)
  await expect(page.getByText('1 record', { exact: true })).toBeVisible()
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await begun
  expect(file.suggestedFilename()).toMatch(/^audit-logs-.*\.csv$/)
  const [head, line, ...rest] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(head).toContain(
    'Time (Europe/London),Action,Target Type,Target ID,Title,User ID,User,Actor,IP Address',
  )
  expect(line).toContain(`course.publish,course,`)
  expect(line).toContain('"{""status"":""DRAFT""}"')
  expect(rest).toEqual([])
  await page.goto(`/admin/audit-logs?person=${admin.id}&action=EXPORT`)
  await expect(rowsOf(page)).toContainText('Data exported')
})

test('on a narrow phone the filters fit, also when they are expanded', async ({ open, world }) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/audit-logs', { viewport: { width: 320, height: 640 } })
  await page.getByRole('button', { name: 'Filters' }).click()
  const target = page.getByLabel('Target type')
  await expect(target).toBeVisible()
  const edge = await target.evaluate((field) => field.getBoundingClientRect().right)
  expect(edge).toBeLessThanOrEqual(304)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})
