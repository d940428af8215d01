import type { Page } from '@playwright/test'
import { expect } from './fixtures'
import type { Person, World } from './world'

/** Requests the mail in the browser. Returns the path of its link. */
export async function linkFromMail(page: Page, world: World, person: Person): Promise<string> {
  const before = await world.mailCount(person.email)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  // Waits for the page, because the sign-in page before it has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Check your inbox for reset instructions.')).toBeVisible()
  const { links } = await world.mail(person.email, before)
  const link = links.find((address) => address.includes('/reset-password/')) ?? ''
  return new URL(link).pathname
}

export async function choose(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(confirmation)
  await page.getByRole('button', { name: 'Update Password' }).click()
}

export const updated =
  'Your password has been updated successfully. You can now log in with your new password.'
