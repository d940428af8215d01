import { readFile } from 'node:fs/promises'
import { record, rowsOf } from '../../support/audit-log'
import { choose } from '../../support/choose'
import { expect, test } from '../../support/fixtures'
import { overflow } from '../../support/layout'

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

test('an administrator exports the audit log, the export is recorded, and on a narrow phone the filters fit, also when they are expanded', async ({
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
  const page = await open(admin, `/admin/audit-logs?person=${person.id}&action=UPDATE`)
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
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

  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/admin/audit-logs')
  await page.getByRole('button', { name: 'Filters' }).click()
  const target = page.getByLabel('Target type')
  await expect(target).toBeVisible()
  const edge = await target.evaluate((field) => field.getBoundingClientRect().right)
  expect(edge).toBeLessThanOrEqual(304)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})
