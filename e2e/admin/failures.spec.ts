import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('a list that cannot be read is told in a toast titled Error', async ({ open, world }) => {
  const admin = await world.person({ role: 'ADMIN' })
  const community = await world.community()
  const page = await open(admin, '/admin', { expectProblems: [/400/] })
  // Refused for good: what may pass is tried again first, and a unit test has the clock for that.
  const refusal = { status: 400, json: { code: 'P0001', message: 'refused' } }
  for (const [path, call, text] of [
    ['/admin/communities', 'rpc/managed_communities', 'Failed to load communities'],
    [`/admin/communities/${community.id}`, 'rpc/managed_members', 'Failed to load members'],
    ['/admin/analytics', 'rpc/analytics', 'Failed to load analytics'],
  ] as const) {
    await page.route(`**/${call}*`, (route) => route.fulfill(refusal))
    await page.goto(path)
    const toast = toasts(page).getByRole('alert').filter({ hasText: text })
    await expect(toast.getByText('Error', { exact: true }), path).toBeVisible()
    await expect(toast.getByText(text, { exact: true })).toBeVisible()
  }
})

test('an address that leads nowhere leads to the panel that is theirs, and each panel has its name', async ({
  open,
  world,
}) => {
  const moderator = await world.person({ role: 'MODERATOR' })
  const page = await open(moderator, '/moderator/nonsense')
  for (const path of ['/moderator/nonsense', '/admin/nonsense']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Return to Moderator Panel' }).click()
    await expect(page).toHaveURL(/^[^?]*\/moderator(\/members)?$/)
    await expect(page).toHaveTitle('Members · Rookies Moderator')
  }

  const admin = await world.person({ role: 'ADMIN' })
  const theirs = await open(admin, '/admin/nonsense')
  await expect(theirs).toHaveTitle('Oops! Page not found · Rookies Admin')
  await theirs.getByRole('link', { name: 'Return to Admin Panel' }).click()
  await theirs.getByRole('main').getByRole('link', { name: 'Members' }).click()
  await expect(theirs).toHaveURL('/admin/members')
})
