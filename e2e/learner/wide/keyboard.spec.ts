import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'

/** Waits for the code that restores a lost focus. It loads late, and a test presses keys faster than a person. */
const focusReady = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('after-paint')),
  )

test('the keyboard skips the outline, returns from a toast to the lesson, and stays at a busy button', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const path = `/app/courses/${course.slug}/lesson/${course.lessons.text}`
  await world.session(member)
  const page = await open(member, path)
  await page.getByRole('button', { name: 'Mark As Complete' }).waitFor()
  await focusReady(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL(path)

  await page.getByRole('button', { name: 'Mark As Complete' }).press('Enter')
  const next = page.getByRole('link', { name: 'Next Lesson' })
  await expect(next).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Mark As Complete' })).toBeVisible()
  await expect(next).toBeFocused()

  await page.goto('/app/profile')
  await focusReady(page)
  await page.getByLabel('Full Name').fill('Kay Newkeys')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.press('Enter')
  await expect(page.getByText('Profile updated successfully.')).toBeVisible()
  await expect(save).toBeFocused()

  const end = page.getByRole('button', { name: /^Sign out .*last active/ })
  await end.press('Enter')
  await expect(end).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused()
})

test('a toast and the offline notice are stacked on a phone', async ({ open, world }) => {
  const page = await open(await world.person(), '/app/profile', {
    viewport: { width: 360, height: 740 },
    expectProblems: [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/],
  })
  const download = page.getByRole('button', { name: 'Download my data' })
  await expect(download).toBeVisible()
  await page.context().setOffline(true)
  await download.click()
  const message = await page.getByRole('article', { name: 'Error' }).boundingBox()
  const notice = await page.getByText('You are offline. This page').boundingBox()
  if (!message || !notice) throw new Error('Both are on the page')
  expect(message.y + message.height).toBeLessThanOrEqual(notice.y)
})
