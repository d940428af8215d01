import { endSessionsAt } from '../../support/end-sessions'
import { expect, test } from '../../support/fixtures'

test('a person whose session was ended elsewhere signs in and returns', async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  const lesson = `/app/courses/${course.slug}/lesson/${course.lessons.link}`
  const page = await open(member, lesson, { expectProblems: [/40[013]/] })
  const complete = page.getByRole('button', { name: 'Mark As Complete' })
  // All sessions are ended on another device, while the token here is still valid for an hour. This happens at the
  // press: if it happened earlier, the page's own requests would leave the page first.
  await endSessionsAt(page, '**/lesson_completions*', world, member)
  await complete.click()
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(lesson)}`)
  await expect(page.getByText('Session ended')).toBeVisible()
  await expect(page.getByText('Please log in again to continue.')).toBeVisible()
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(lesson)
  await expect(page.getByRole('heading', { name: 'Link lesson' })).toBeVisible()
  await expect.poll(() => world.completed(member)).toEqual([course.lessons.link])
})
