import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'

const newAddress = () => `${randomUUID()}@example.test`

async function fillIn(page: Page, email: string | null): Promise<void> {
  await page.getByLabel('Full Name').fill('Nina New')
  if (email) await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('+49 30 123456')
  await page.getByLabel('Password', { exact: true }).fill('abacus')
  await page.getByLabel('Confirm Password', { exact: true }).fill('abacus')
  await page.getByRole('checkbox').check()
}

test('an unconfirmed person requests the mail again, and its link confirms in another browser without signing in there', async ({
  open,
  world,
}) => {
  const email = newAddress()
  const page = await open('visitor', '/signup', { expectProblems: [/400/] })
  await fillIn(page, email)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByRole('link', { name: 'Back to login' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('abacus')
  await page.keyboard.press('Enter')
  await page
    .getByText(/not verified yet/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.getByText('Check your inbox to verify your account.')).toBeVisible()

  const mail = await world.mail(email, 1)
  expect(mail.subject).toBe('Confirm your email')
  const link = mail.links.find((address) => address.includes('/confirm-email/')) ?? ''
  const other = await open('visitor', link)
  await other.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(other.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await other.getByRole('link', { name: 'Log in here' }).click()
  await expect(other).toHaveURL('/login')
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill('abacus')
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL('/app/dashboard')
})

test("a visitor's sign-up says at each field what is missing or wrong, then what the database refuses, and answers the same for an email that has an account; join links lead to it", async ({
  open,
  world,
}) => {
  const page = await open('visitor', '/signup', { expectProblems: [/422/, /400/] })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  for (const field of ['Full name', 'Email', 'Phone', 'Password', 'Password confirmation']) {
    await expect(page.getByText(`${field} is required`, { exact: true })).toBeVisible()
  }
  await expect(page.getByLabel('Full Name')).toBeFocused()

  await fillIn(page, newAddress())
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await expect(page.getByLabel('Phone')).toHaveValue('+49 30 123456')

  await page.getByLabel('Password', { exact: true }).fill('abacus')
  await page.getByLabel('Phone').fill('1'.repeat(41))
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Phone must be less than 40 characters')).toBeVisible()
  await expect(page.getByLabel('Full Name')).not.toHaveValue('')

  const member = await world.person()
  await fillIn(page, member.email)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(
    page.getByText('Account created! Please check your email to verify your account.'),
  ).toBeVisible()

  await page.goto('/login')
  await page.goto('/join')
  await expect(page).toHaveURL('/signup')
  await page.goto('/join/abc')
  await expect(page).toHaveURL('/signup?token=abc')
  await page.goto('/join?token=abc')
  await expect(page).toHaveURL('/signup?token=abc')
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/login')
})
