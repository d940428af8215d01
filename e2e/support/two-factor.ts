import type { Page } from '@playwright/test'
import { expect } from './fixtures'
import type { Account } from './world'

export async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

export async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
}

/** Returns the key beside the QR code. */
export async function secretOn(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const text = await page.locator('code').first().textContent()
  return text?.replaceAll(' ', '') ?? ''
}
