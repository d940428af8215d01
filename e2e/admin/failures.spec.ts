import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { chooseFromTitleMenu } from '../support/title-menu'

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('a list that cannot be read shows a toast titled Error', async ({ open, world }) => {
  const admin = await world.person({ role: 'ADMIN' })
  const community = await world.community()
  const page = await open(admin, '/admin', { expectProblems: [/400/] })
  // A permanent error: temporary ones are retried first, which a unit test with a fake clock covers.
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

test("an unknown address offers the person's own panel, and each panel has its name", async ({
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

test('when a part does not load, the screen keeps what was typed, and the part loads on another try', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}?tab=details`, {
    expectProblems: [/ERR_FAILED/, /Failed to fetch/],
  })
  const description = page.getByRole('textbox', { name: /^Description/ })
  await description.fill('Not saved yet')
  // Vite preloads these files with a screen's code.
  await expect(page.locator('link[rel="stylesheet"][href*="/assets/edit-"]')).toBeAttached()
  const late = '**/assets/{course-check,bin}-*'
  await page.route(late, (route) => route.abort('failed'))
  await chooseFromTitleMenu(page, 'Check Course')
  const dialog = page.getByRole('dialog', { name: 'Check Course' })
  await expect(dialog.getByText('This part could not be loaded.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Reload Page' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('tab', { name: 'Content' }).click()
  await page.getByRole('button', { name: 'Bin', exact: true }).click()
  const bin = page.getByRole('dialog', { name: 'Recently Deleted' })
  await expect(bin.getByText('This part could not be loaded.')).toBeVisible()

  await page.unroute(late)
  await bin.getByRole('button', { name: 'Try Again' }).click()
  await expect(bin.getByText('The bin is empty')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(description).toHaveValue('Not saved yet')
})

test('a screen whose code does not load says so, and loads on Try Again', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/purchases', {
    expectProblems: [/ERR_FAILED/, /Failed to fetch/],
  })
  // The screen's own file, and one that it imports.
  const code = '**/assets/{communities-list,managed-communities}-*'
  await page.route(code, (route) => route.abort('failed'))
  await page.getByRole('navigation').getByRole('link', { name: 'Communities' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await expect(page).toHaveURL('/admin/communities')
  await page.getByRole('navigation').getByRole('link', { name: 'Purchases' }).click()
  await expect(page.getByRole('heading', { name: 'Purchases', exact: true })).toBeVisible()
  await page.goBack()
  const again = page.getByRole('button', { name: 'Try Again' })
  await expect(again).toBeVisible()

  await page.unroute(code)
  await again.click()
  await expect(page.getByRole('heading', { name: 'Communities', exact: true })).toBeVisible()
})

test('one reload finds the new files when a deployment removed the old ones', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/purchases', { expectProblems: [/404/, /Failed to fetch/] })
  await expect(page.getByRole('heading', { name: 'Purchases', exact: true })).toBeVisible()
  let stale = true
  page.on('request', (request) => {
    // The reloaded page names existing files.
    if (request.isNavigationRequest()) stale = false
  })
  await page.route('**/assets/communities-list-*', (route) =>
    stale ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await page.getByRole('navigation').getByRole('link', { name: 'Communities' }).click()
  await expect(page.getByRole('heading', { name: 'Communities', exact: true })).toBeVisible()
  expect(stale).toBe(false)
})
