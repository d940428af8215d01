import { expect, test } from '../support/fixtures'
import { demo } from '../support/world'

test('a visitor is welcomed, signs in, and returns to the wanted address', {
  tag: '@real',
}, async ({ open }) => {
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

test("a visitor's deep link survives the sign-in, and is forgotten after a sign-out", async ({
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
