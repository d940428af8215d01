import type { Page } from '@playwright/test'

/** Chooses from the menu beside a screen's title. */
export async function chooseFromTitleMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page
    .getByRole('menu', { name: 'More', exact: true })
    .getByRole('menuitem', { name })
    .click()
}
