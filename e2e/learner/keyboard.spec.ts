import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'

/** The code that keeps the focus loads when the page has settled; a test's keys are quicker than a person's. */
const minded = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('after-paint')),
  )

test('the keyboard skips the outline, and comes back from a message to the lesson', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const path = `/app/courses/${course.slug}/lesson/${course.lessons.text}`
  const page = await open(member, path)
  await page.getByRole('button', { name: 'Mark As Complete' }).waitFor()
  await minded(page)
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
})

test('what is pressed keeps the focus while it works, and hands it on when it goes', async ({
  open,
  world,
}) => {
  const member = await world.person({ name: 'Kay Keys' })
  await world.session(member)
  const page = await open(member, '/app/profile')
  await minded(page)
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

test('on a phone a message and the notice of a lost connection stand one above the other', async ({
  open,
  world,
}) => {
  const page = await open(await world.person(), '/app/profile', {
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    expectProblems: [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/],
  })
  await page.getByLabel('Full Name').fill('Kay Keys')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const message = await page.getByRole('article', { name: 'Error' }).boundingBox()
  const notice = await page.getByText('You are offline. This page').boundingBox()
  if (!message || !notice) throw new Error('Both are on the page')
  expect(message.y + message.height).toBeLessThanOrEqual(notice.y)
})
