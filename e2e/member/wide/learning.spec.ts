import { pressPoster } from '../../support/fake-player'
import { expect, test } from '../../support/fixtures'
import { untilSeen } from '../../support/seen'

test('a member opens a lesson of every type', async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, `/app/courses/${course.slug}`)
  await page.getByRole('link', { name: 'Next Lesson' }).click()
  await expect(page.getByRole('heading', { name: 'Video lesson' })).toBeFocused()
  await pressPoster(page)
  await expect(page.locator('iframe')).toHaveAttribute(
    'src',
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ/,
  )
  await page.getByRole('link', { name: 'Next Lesson' }).click()
  await expect(page.getByRole('heading', { name: 'Link lesson' })).toBeVisible()
  const link = page.getByRole('link', { name: 'Open link in a new tab' })
  await expect(link).toHaveAttribute('href', 'https://example.org/reading')
  await expect(link).toHaveAttribute('rel', /noopener/)

  const empty: [string, string][] = [
    [`content_type = 'FILE', external_url = null`, 'File Content Not Supported'],
    [`content_type = 'TEXT', external_url = null`, 'No Content Available'],
    [`content_type = 'EXTERNAL_LINK', external_url = null`, 'No External Link'],
    [`content_type = 'VIDEO'`, 'Video not available'],
  ]
  for (const [change, pane] of empty) {
    await world.sql(`update public.lessons set ${change} where id = $1`, [course.lessons.link])
    await page.reload()
    await expect(page.getByText(pane)).toBeVisible()
  }
})

test('on a phone the outline is a sheet', async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, `/app/courses/${course.slug}`, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  await page.getByRole('button', { name: 'Course outline', exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: 'Course outline' })
  await sheet.getByRole('link', { name: /Link lesson/ }).tap()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Link lesson' })).toBeVisible()
  // The progress is visible in the bar above the page and in the outline.
  for (const place of [page.getByRole('region', { name: 'Course' }), sheet]) {
    if (place === sheet) {
      await page.getByRole('button', { name: 'Course outline', exact: true }).tap()
      await sheet.getByRole('link', { name: /Link lesson/ }).scrollIntoViewIfNeeded()
    }
    await expect(place.getByText(course.title)).toBeInViewport({ ratio: 1 })
    await expect(place.getByText('0 of 3 lessons')).toBeInViewport({ ratio: 1 })
    await expect(place.getByRole('link', { name: 'Back to library' })).toBeInViewport({ ratio: 1 })
  }
  await sheet.getByRole('button', { name: 'Close course outline' }).tap()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
})

test('a member reads, completes and continues lessons by keyboard alone', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, `/app/courses/${course.slug}/lesson/${course.lessons.link}`)
  const button = page.getByRole('button', { name: 'Mark As Complete' })
  await expect(button).toBeVisible()
  const reach = async (name: RegExp) => {
    for (let i = 0; i < 40; i += 1) {
      const focused = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
      if (name.test(focused)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reached ${name}`)
  }
  await reach(/^Mark As Complete$/)
  await untilSeen(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => world.completed(member)).toEqual([course.lessons.link])
  await reach(/^Back to library$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/dashboard')
})
