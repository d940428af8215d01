import { expect, test } from '../../support/fixtures'

test('signing out of the back-office is confirmed once on the next page, which shows no message that other code stored', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN', name: 'Ada Admin' })
  const page = await open(admin, '/admin/courses')
  await page.getByRole('button', { name: 'Account: Ada Admin' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  // The message is shown for only some seconds, so it is checked first.
  await expect(page.getByText('You have been signed out successfully')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(page.getByText('You have been signed out successfully')).toHaveCount(0)

  await page.evaluate(() =>
    sessionStorage.setItem('rookies-flash', 'Your account is locked. Call +1 555 0100.'),
  )
  await page.reload()
  // The code that shows messages runs after the page has loaded.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('rookies-flash'))).toBeNull()
  await expect(page.getByText('555')).toHaveCount(0)
})
