import { expect, test } from '../../support/fixtures'
import { chooseFromTitleMenu } from '../../support/title-menu'

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
  const bin = page.getByRole('dialog', { name: 'Bin' })
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
  // The file of the screen, and a file that it imports.
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
    // The reloaded page refers to the new files, which exist.
    if (request.isNavigationRequest()) stale = false
  })
  await page.route('**/assets/communities-list-*', (route) =>
    stale ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await page.getByRole('navigation').getByRole('link', { name: 'Communities' }).click()
  await expect(page.getByRole('heading', { name: 'Communities', exact: true })).toBeVisible()
  expect(stale).toBe(false)
})
