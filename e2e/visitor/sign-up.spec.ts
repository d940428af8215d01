import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'

const newAddress = () => `${randomUUID()}@example.test`

async function fillIn(page: Page, email: string | null): Promise<void> {
  await page.getByLabel('Full Name').fill('Nina New')
  if (email) await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('+49 30 123456')
  await page.getByLabel('Password', { exact: true }).fill('abacus')
  await page.getByLabel('Confirm Password', { exact: true }).fill('abacus')
  await page.getByRole('checkbox').check()
}

test('a visitor signs up, confirms the email, and gets to the wanted address', {
  tag: '@real',
}, async ({ open, world }) => {
  const email = newAddress()
  // The first sign-in is refused, because the email is not confirmed.
  const page = await open('visitor', '/app/dashboard?sort=progress', { expectProblems: [/400/] })
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeFocused()
  await fillIn(page, email)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(
    page.getByText('Account created! Please check your email to verify your account.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /Send it again in \d+ s/ })).toBeVisible()

  const [profile] = await world.sql(
    'select name, phone, terms_accepted_at from public.profiles where email = $1',
    [email],
  )
  expect(profile).toMatchObject({ name: 'Nina New', phone: '+49 30 123456' })
  expect(profile?.terms_accepted_at).not.toBeNull()

  const mail = await world.mail(email)
  await page.goto(mail.links.find((link) => link.includes('/confirm-email/')) ?? '')
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page).toHaveURL('/app/dashboard?sort=progress')
  await expect(page.getByRole('heading', { name: 'Courses Library' })).toBeVisible()
})
