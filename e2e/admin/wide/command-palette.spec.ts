import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { holdRequests } from '../../support/hold-requests'
import { slowNetwork } from '../../support/slow-network'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })

const field = (page: Page) =>
  page.getByRole('combobox', { name: 'Search screens, courses, cohorts, people, actions' })

const options = (page: Page) => palette(page).getByRole('option')

const catalogue = (page: Page) => page.getByRole('heading', { level: 1, name: 'Courses' })

test('on a slow network the palette keeps what is typed right after its shortcut', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, '/admin/courses')
  await expect(catalogue(page)).toBeVisible()
  await slowNetwork(page)
  const release = await holdRequests(page, '**/assets/command-list-*')
  await page.reload()
  await expect(catalogue(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(course.title)
  await expect(field(page)).toHaveValue(course.title)
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await release()
  // Enter takes effect once the result has arrived.
  await expect(page).toHaveURL(`/admin/courses/${course.id}`)
})

const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })

test('an administrator uses the palette by pointer, and by keyboard alone: opens, navigates, cancels, jumps and acts', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, '/admin/courses', {
    // The list of courses may still be loading when the session ends.
    expectProblems: [/401: .*\/courses\?/, /status of 401/],
  })
  await expect(catalogue(page)).toBeVisible()
  const opener = page.getByRole('button', { name: 'Search and commands' })
  await opener.click()
  await expect(field(page)).toBeFocused()
  await palette(page).getByRole('button', { name: 'Close' }).click()
  await expect(opener).toBeFocused()
  await opener.click()
  await options(page).filter({ hasText: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await opener.click()
  await options(page).filter({ hasText: 'Open Courses Library' }).click()
  await expect(page).toHaveURL('/app/dashboard')

  await page.goto('/admin/courses')
  await expect(catalogue(page)).toBeVisible()
  const search = page.getByPlaceholder('Search courses...')
  await search.focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(chosen(page)).toHaveText('Dashboard')
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText('Sign Out')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveText('Courses')
  const id = await chosen(page).getAttribute('id')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', String(id))
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(search).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type(course.title)
  await expect(palette(page).getByRole('status')).toHaveText('1 result')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/courses/${course.id}`)
  await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('theme dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sidebar')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await page.locator('aside').boundingBox())?.width).toBe(48)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('create')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create New Course' })).toBeVisible()
  // Everything behind a dialog is inert, so the palette does not open.
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+b')
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/courses$/)
  expect((await page.locator('aside').boundingBox())?.width).toBe(48)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('sign out')
  // Pending searches would be refused once the session has ended.
  await expect(palette(page).getByRole('status')).toHaveText('1 result')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})
