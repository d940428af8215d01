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

test('an administrator uses the palette by pointer: a button opens it, and a click follows a link', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/courses')
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
})
