import type { Page } from '@playwright/test'
import { expect, test } from '../support/own-product'

const save = (page: Page) => page.getByRole('button', { name: 'Save Settings' })

const saved = (page: Page) => page.getByText('Settings saved successfully')

test('settings that an administrator saves apply at once: a visitor reads the new texts, and creators get in', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const creator = await world.person({ role: 'CREATOR' })
  const page = await open(admin, '/admin')
  await page.getByRole('navigation', { name: 'Admin panel' }).getByText('Settings').click()
  await expect(page).toHaveURL('/admin/settings')
  await expect(save(page)).toBeDisabled()
  await page.getByLabel('Contact email').fill('  hello@school.example ')
  await page.getByLabel('Site description').fill('Where people learn to build.')
  await page.getByLabel('Terms of use').fill('## Our terms\n\nBe kind.')
  await expect(
    page.getByText('Not saved yet: Contact email, Site description and Terms of use.'),
  ).toBeVisible()
  const toggle = page.getByRole('switch', { name: 'Creators may use the admin panel' })
  await toggle.click()
  await expect(toggle).toHaveAccessibleDescription(/creators? may enter the admin panel/)
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Contact email')).toHaveValue('hello@school.example')
  await expect(page.getByText('hello@school.example', { exact: true })).toBeVisible()

  const visitor = await open('visitor', '/login')
  await expect(visitor.getByText('hello@school.example')).toBeVisible()
  await visitor.goto('/terms')
  await expect(visitor.getByRole('heading', { name: 'Our terms' })).toBeVisible()

  const theirs = await open(creator, '/admin/invites')
  await expect(theirs.getByText('No invites yet')).toBeVisible()
  await expect(theirs.getByRole('navigation').getByText('Settings')).toHaveCount(0)
  await theirs.goto('/admin/settings')
  await expect(theirs.getByText('Admin access required')).toBeVisible()
})
