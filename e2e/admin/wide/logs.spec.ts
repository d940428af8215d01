import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { chooseFromTitleMenu } from '../../support/title-menu'

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('rookies-logs') ?? '[]')
const entries = (page: Page) =>
  page.getByRole('region', { name: 'Logs', exact: true }).locator('tbody').getByRole('row')

test('failed requests and errors of both apps are logged without secrets', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/app/dashboard', {
    expectProblems: [/503/, /part of the portal broke/],
  })
  await page.route('**/rpc/library*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  await expect(page.getByText('Error Loading Courses')).toBeVisible()
  await expect.poll(() => stored(page)).toContain('was answered 503')
  await page.evaluate((email) => {
    setTimeout(() => {
      throw new Error(`A part of the portal broke for ${email}, token=abc123`)
    })
  }, admin.email)
  await expect.poll(() => stored(page)).toContain('part of the portal broke')

  await page.goto('/admin/members')
  await expect(page.getByPlaceholder('Search members...')).toBeVisible()
  await page.route('**/rpc/members', (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  await expect(page.getByText('Failed to load members').first()).toBeVisible()
  await page.getByRole('navigation', { name: 'Admin panel' }).getByText('Application Logs').click()
  await expect(
    entries(page)
      .filter({ hasText: /(GET|POST) \/rest\/v1\/rpc\/library was answered 503/ })
      .first(),
  ).toBeVisible()
  await expect(
    entries(page).filter({ hasText: 'POST /rest/v1/rpc/members was answered 503' }).first(),
  ).toBeVisible()
  const fault = entries(page).filter({ hasText: 'A part of the portal broke for [redacted]' })
  await expect(fault.getByText('learner portal')).toBeVisible()
  await expect(fault).toContainText('token=[redacted]')
  const kept = await stored(page)
  expect(kept).not.toContain(admin.email)
  expect(kept).not.toContain('abc123')
  expect(kept).not.toMatch(/eyJ/)
})

test('a thousand entries are kept and two hundred shown; entries of another tab appear at the next read, a full storage causes no error, and signing out clears the log', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/courses', {
    // The bell may send a request after the session has ended.
    expectProblems: [/401.*notification_feed|status of 401/],
  })
  await page.evaluate(() => {
    const now = Date.now()
    localStorage.setItem(
      'rookies-logs',
      JSON.stringify(
        Array.from({ length: 1000 }, (_, i) => ({
          id: String(i),
          level: 'info',
          context: 'many',
          message: `Entry ${i}`,
          // The oldest shown entry is from another year.
          timestamp: i > 800 ? now - (1000 - i) * 1000 : Date.UTC(2025, 10, 5, 7) + i,
        })),
      ),
    )
  })
  await page.goto('/admin/logs')
  await expect(page.getByText('The newest 200 of 1,000 logs')).toBeVisible()
  await expect(entries(page)).toHaveCount(200)
  await expect(entries(page).first()).toContainText('Entry 999')
  await expect(entries(page).last()).toContainText('Nov 5, 2025, 07:00:00')

  const other = await page.context().newPage()
  await other.goto('/admin/logs')
  await chooseFromTitleMenu(other, 'Test Logging')
  await expect(entries(other).first()).toContainText('Test')
  await page.bringToFront()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(entries(page).first()).toContainText('Test')
  await expect(page.getByText('The newest 200 of 1,000 logs')).toBeVisible()

  await other.close()
  await page.evaluate(() => localStorage.removeItem('rookies-logs'))
  await page.reload()
  await chooseFromTitleMenu(page, 'Simulate App Logs')
  await expect(entries(page)).toHaveCount(7)
  await page.evaluate(() => {
    const set = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
      if (key === 'rookies-logs') throw new DOMException('full', 'QuotaExceededError')
      set.call(this, key, value)
    }
  })
  await chooseFromTitleMenu(page, 'Test Logging')
  await expect(page.getByText('One log of each level was written')).toBeVisible()
  await expect(entries(page)).toHaveCount(7)
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/login')
  expect(await stored(page)).toBe('[]')
})
