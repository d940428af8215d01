import { expect, test } from '../../support/fixtures'

test('every page links to terms and privacy in its footer, and opening them from the sign-up keeps the typed text', async ({
  open,
}) => {
  const page = await open('visitor', '/signup')
  await page.getByLabel('Full Name').fill('Nina New')
  for (const part of ['main', 'contentinfo'] as const) {
    const tab = page.waitForEvent('popup')
    await page
      .getByRole(part)
      .getByRole('link', { name: /privacy policy/i })
      .click()
    const beside = await tab
    await expect(beside.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Nina New')
  }
  await expect(page.getByRole('checkbox')).not.toBeChecked()

  await page.goto('/')
  await page.getByRole('link', { name: 'Terms of use' }).click()
  await expect(page).toHaveURL('/terms')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Leaving' })).toBeVisible()
  await page.getByRole('link', { name: 'Privacy policy' }).click()
  await expect(page).toHaveURL('/privacy')
  await expect(page.getByRole('table')).toBeVisible()
})
