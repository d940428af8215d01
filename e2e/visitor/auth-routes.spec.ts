import { endSessionsAt } from '../support/end-sessions'
import { expect, test } from '../support/fixtures'
import { demo } from '../support/world'

test('a visitor is welcomed, shown in, and brought back to where they were headed', async ({
  open,
}) => {
  const page = await open('visitor', '/')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/\/login(\?|$)/)
  await page.goBack()
  await page.getByRole('link', { name: 'View Programs' }).click()
  await expect(page).toHaveURL(/\/login(\?|$)/)
  await page.getByLabel('Email').fill(demo('member').email)
  await page.getByLabel('Password', { exact: true }).fill(demo('member').password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/app/dashboard')
  await expect(page.getByRole('heading', { name: 'Courses Library' })).toBeVisible()
})

test('a deep link survives the login, and signing out ends it for good', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const lesson = `/app/courses/${course.slug}/lesson/${course.lessons.link}`
  const page = await open('visitor', lesson)
  await expect(page).toHaveURL(/\/login(\?|$)/)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(lesson)
  await expect(page.getByRole('heading', { name: 'Link lesson' })).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login(\?|$)/)
  await expect(page.getByText('You have been signed out successfully')).toBeVisible()
  await page.goto(lesson)
  await expect(page).toHaveURL(/\/login(\?|$)/)
})

test('a session that was ended elsewhere leads to the login, and back to where one was', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const lesson = `/app/courses/${course.slug}/lesson/${course.lessons.link}`
  const page = await open(member, lesson, { expectProblems: [/40[013]/] })
  const complete = page.getByRole('button', { name: 'Mark As Complete' })
  // Signed out everywhere on another device; the token here has an hour left. Not before the press:
  // whatever the page asks for by itself would lead away from the button.
  await endSessionsAt(page, '**/lesson_completions*', world, member)
  await complete.click()
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(lesson)}`)
  await expect(page.getByText('Session ended')).toBeVisible()
  await expect(page.getByText('Please log in again to go on.')).toBeVisible()
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(lesson)
  await expect(page.getByRole('heading', { name: 'Link lesson' })).toBeVisible()
  await expect.poll(() => world.completed(member)).toEqual([course.lessons.link])
})

test('wrong words are told beside the form, and nothing typed is lost', async ({ open }) => {
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

test('a place that asks for another site is not where one is sent', async ({ open, world }) => {
  const member = await world.person()
  const page = await open('visitor', '/login?next=//evil.example&redirect=https://evil.example')
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/dashboard')
})

test('an unknown path has a way home', async ({ open }) => {
  const page = await open('visitor', '/no/such/place')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('link', { name: /home/i }).first().click()
  await expect(page).toHaveURL('/')
})

test('the theme is remembered, and is there before the first paint', async ({ open }) => {
  const page = await open('visitor', '/login')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.evaluate(() => localStorage.setItem('rookies-theme', 'dark'))
  await page.reload()
  expect(await background()).not.toBe(light)
})
