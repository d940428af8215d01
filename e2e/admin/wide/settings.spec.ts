import type { Page } from '@playwright/test'
import { expect, test } from '../../support/own-product'

const save = (page: Page) => page.getByRole('button', { name: 'Save Settings' })

const saved = (page: Page) => page.getByText('Settings saved successfully')

const asked = (page: Page) => page.getByRole('dialog', { name: 'Save these settings?' })

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

test('an administrator closes and opens registration and sees who can still sign up, and maintenance says whom it locks out and asks first', async ({
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
  await visitor.goto('/login')
  await expect(visitor.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Sign Up' })).toBeHidden()
  await toggle.click()
  await save(page).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await visitor.goto('/signup')
  await expect(visitor.getByText('Create your account')).toBeVisible()

  const { member } = await world.memberWithCourse()
  const theirs = await open(member, '/app/dashboard', { expectProblems: [/403/] })
  await expect(theirs.getByText('In Library')).toBeVisible()
  const maintenance = page.getByRole('switch', { name: 'Maintenance mode' })
  await maintenance.click()
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
  await maintenance.click()
  await save(page).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await expect(page.getByText(reminder)).toBeHidden()
  await theirs.reload()
  await expect(theirs.getByText('In Library')).toBeVisible()
})
