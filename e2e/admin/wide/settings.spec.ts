import type { Page } from '@playwright/test'
import { expect, test } from '../../support/own-product'

const save = (page: Page) => page.getByRole('button', { name: 'Save Settings' })
const saved = (page: Page) => page.getByText('Settings saved successfully')
const asked = (page: Page) => page.getByRole('dialog', { name: 'Save these settings?' })

test('saved settings apply to everybody at once', async ({ open, world }) => {
  const admin = await world.person({ role: 'ADMIN' })
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
})

test("an administrator sets the bootcamp's name, texts and colour of the first page", async ({
  open,
  world,
}) => {
  const page = await open(await world.person({ role: 'ADMIN' }), '/admin/settings')
  const before = await page.getByLabel('Site name').inputValue()
  const write = async (name: string, colour: string) => {
    await page.getByLabel('Site name').fill(name)
    await page.getByRole('radio', { name: colour }).check()
    await save(page).click()
    await expect(page.getByText('All changes are saved.')).toBeVisible()
  }
  await page.getByLabel('Site description').fill('Twelve weeks to a first job.')
  await write('Harbour Code School', 'Plum')

  const visitor = await open('visitor', '/')
  await expect(visitor.getByRole('link', { name: 'Harbour Code School home' })).toBeVisible()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
    'Twelve weeks to a first job.',
  )
  const start = visitor.getByRole('link', { name: 'Get Started' })
  await expect(start).toHaveCSS('background-color', 'rgb(148, 48, 122)')
  await start.click()
  await expect(visitor).toHaveURL('/login')
  const forgotten = visitor.getByRole('link', { name: 'Forgot Password?' })
  await expect(forgotten).toHaveCSS('color', 'rgb(148, 48, 122)')

  await page.reload()
  await expect(page.getByRole('radio', { name: 'Plum' })).toBeChecked()
  await write(before, 'Green')
})

test('an administrator closes and opens registration, and sees who can still sign up', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/settings')
  const toggle = page.getByRole('switch', { name: 'Allow registration' })
  await expect(toggle).toHaveAccessibleDescription(/^Anyone can sign up; \d+ people did/)
  await toggle.click()
  await expect(toggle).toHaveAccessibleDescription(
    /^Only people with an invite can sign up: \d+ open invites/,
  )
  await save(page).click()
  await asked(page).getByRole('button', { name: 'Save and Apply' }).click()
  await expect(saved(page)).toBeVisible()
  const visitor = await open('visitor', '/signup')
  await expect(visitor.getByText('Registration is closed').first()).toBeVisible()
  await toggle.click()
  await save(page).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('Create your account')).toBeVisible()
})

test('maintenance says whom it locks out, and asks first', async ({ open, world }) => {
  const admin = await world.person({ role: 'ADMIN' })
  const { member } = await world.memberWithCourse()
  const theirs = await open(member, '/app/dashboard', { expectProblems: [/403/] })
  await expect(theirs.getByText('In Library')).toBeVisible()
  const page = await open(admin, '/admin/settings')
  const toggle = page.getByRole('switch', { name: 'Maintenance mode' })
  await toggle.click()
  await expect(
    page.getByText('Once this is saved, only administrators can access the platform.'),
  ).toBeVisible()
  await save(page).click()
  await expect(asked(page).getByText(/^Only \d+ administrators? can get in\./)).toBeVisible()
  await asked(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(asked(page)).toBeHidden()
  expect(await world.sql('select maintenance_mode from public.settings')).toEqual([
    { maintenance_mode: false },
  ])
  await save(page).click()
  await asked(page).getByRole('button', { name: 'Save and Apply' }).click()
  await expect(
    page.getByText('Maintenance mode is on: only administrators can access the platform.'),
  ).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText(/maintenance/i).first()).toBeVisible()
  // People who can still sign in are reminded of it on every screen of both applications.
  const reminder = 'Maintenance mode is on: only administrators can get in.'
  await expect(page.getByText(reminder)).toBeVisible()
  const portal = await open(admin, '/app/dashboard')
  await expect(portal.getByText(reminder)).toBeVisible()
  await toggle.click()
  await save(page).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await expect(page.getByText(reminder)).toBeHidden()
  await theirs.reload()
  await expect(theirs.getByText('In Library')).toBeVisible()
})

test('a switch lets creators in', async ({ open, world }) => {
  const admin = await world.person({ role: 'ADMIN' })
  const creator = await world.person({ role: 'CREATOR' })
  const page = await open(admin, '/admin/settings')
  const toggle = page.getByRole('switch', { name: 'Creators may use the admin panel' })
  await toggle.click()
  await expect(toggle).toHaveAccessibleDescription(/creators? may enter the admin panel/)
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  const theirs = await open(creator, '/admin/invites')
  await expect(theirs.getByText('No invites yet')).toBeVisible()
  await expect(theirs.getByRole('navigation').getByText('Settings')).toHaveCount(0)
  await theirs.goto('/admin/settings')
  await expect(theirs.getByText('Admin access required')).toBeVisible()
})
