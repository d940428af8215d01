import { endSessionsAt } from '../../support/end-sessions'
import { expect, test } from '../../support/fixtures'

test('a person whose session was ended elsewhere signs in and returns', async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  const lesson = `/app/courses/${course.slug}/lesson/${course.lessons.link}`
  const page = await open(member, lesson, { expectProblems: [/40[013]/] })
  const complete = page.getByRole('button', { name: 'Mark As Complete' })
  // All sessions were ended on another device, while the token here is valid for another hour. This happens at the
  // press and not before: the page's own requests would leave the page first.
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

test('a wrong password is reported in the form, and nothing typed is lost', async ({ open }) => {
  const page = await open('visitor', '/login', { expectProblems: [/400/] })
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill('member@rookies.test')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Invalid login credentials').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('member@rookies.test')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test('a return address on another site is not followed', async ({ open, world }) => {
  const member = await world.person()
  const page = await open('visitor', '/login?next=//evil.example&redirect=https://evil.example')
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/dashboard')
})

test('an unknown path has a link home', async ({ open }) => {
  const page = await open('visitor', '/no/such/place')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('link', { name: /home/i }).first().click()
  await expect(page).toHaveURL('/')
})

test('the theme is stored, and applied before the first paint', async ({ open }) => {
  const page = await open('visitor', '/login')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.evaluate(() => localStorage.setItem('rookies-theme', 'dark'))
  await page.reload()
  expect(await background()).not.toBe(light)
})
