import type { Page } from '@playwright/test'
import { expect } from './fixtures'
import type { World } from './world'

/** Returns the section with the person's notes, once they have loaded. */
export async function yourNotes(page: Page) {
  const section = page.locator('section').filter({
    has: page.getByRole('heading', { name: 'Your notes' }),
  })
  await expect(section.getByRole('button', { name: 'Add note' })).toBeVisible()
  return section
}

export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Note', { exact: true }).fill(text)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
}

export const stored = async (world: World, person: { id: string }) =>
  (
    await world.sql(
      'select body, at_seconds, quote from public.notes where user_id = $1 order by created_at, body',
      [person.id],
    )
  ).map(({ body, at_seconds, quote }) => ({ body, at_seconds, quote }))
