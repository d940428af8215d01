import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'

const profile = '/app/profile'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('a member opens the profile from the avatar, and saves a new name', async ({
  open,
  world,
}) => {
  const member = await world.person({ name: 'Nora Name' })
  await world.sql('update public.profiles set created_at = $2, phone = $3 where id = $1', [
    member.id,
    '2026-03-04T12:00:00Z',
    '+49 30 123',
  ])
  const page = await open(member, '/app/dashboard')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(profile)
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeFocused()
  await expect(page.getByText('Mar 04, 2026')).toBeVisible()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(field(page, 'Email')).not.toBeEditable()
  await expect(field(page, 'Phone')).toHaveValue('+49 30 123')

  await field(page, 'Full Name').fill('Nora Newname')
  await expect(page.getByText('You have unsaved changes.')).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { name: 'Courses Library' }).waitFor()
  await page.goBack()
  await expect(field(page, 'Full Name')).toHaveValue('Nora Newname')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully.')).toBeVisible()
  await expect(page.getByText('You have unsaved changes.')).toBeHidden()
  await expect(page.getByRole('main').getByText('Nora Newname')).toBeVisible()
  expect(await world.sql('select name from public.profiles where id = $1', [member.id])).toEqual([
    { name: 'Nora Newname' },
  ])
})
