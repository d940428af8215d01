import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import type { Person } from '../../support/world'

const profile = '/app/profile'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function logIn(page: Page, person: Person, password: string): Promise<void> {
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(password)
  await page.keyboard.press('Enter')
}

test('a member changes the password with the current one, which signs out all other devices', async ({
  open,
  world,
}) => {
  const member = await world.person()
  // Requests that this page sends after the change are refused.
  const elsewhere = await open(member, profile, { expectProblems: [/40[013]/] })
  const page = await open(member, profile, { expectProblems: [/400/] })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(field(page, 'Current Password')).toBeFocused()
  await field(page, 'Current Password').fill('not my password')
  await field(page, 'New Password').fill('brand new words')
  await field(page, 'Confirm Password').fill('brand new words')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(
    page.getByText('This is not your current password. Please try again.').first(),
  ).toBeVisible()
  await field(page, 'Current Password').fill(member.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('You are signed out everywhere else.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('This device')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out other devices' })).toBeHidden()
  expect(
    await world.sql('select count(*)::int as n from auth.sessions where user_id = $1', [member.id]),
  ).toEqual([{ n: 1 }])
  await elsewhere.close()

  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText('You have been signed out successfully')).toBeVisible()
  await logIn(page, member, 'brand new words')
  await expect(page).toHaveURL('/app/dashboard')
})

test('a member sees their devices, and signs out one or all', async ({ open, world }) => {
  const member = await world.person()
  const page = await open(member, profile)
  await world.sql(
    `insert into auth.sessions (id, user_id, created_at, updated_at, user_agent)
     values (gen_random_uuid(), $1, now() - interval '2 days', now() - interval '2 days',
       'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1')`,
    [member.id],
  )
  await page.reload()
  const phone = page.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })
  await phone.getByRole('button', { name: /^Sign out/ }).click()
  await expect(page.getByText('The device has been signed out.')).toBeVisible()
  await expect(phone).toBeHidden()
  await expect(page.getByText('This device')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL('/login')
  expect(await world.sql('select 1 from auth.sessions where user_id = $1', [member.id])).toEqual([])
})

test('a member downloads their data, and chooses a theme, which is kept', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse(['text'])
  const page = await open(member, profile)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data.profile).toMatchObject({ name: member.name, email: member.email })
  expect(data.completions).toMatchObject([{ course: course.title, lesson: 'Reading lesson' }])
  expect(
    await world.sql(
      `select action from public.audit_logs where user_id = $1 and action = 'data.export'`,
      [member.id],
    ),
  ).toHaveLength(1)

  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await page.getByRole('radio', { name: 'Dark' }).check()
  expect(await theme()).toBe('dark')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await theme()).toBe('dark')
})

test('a member deletes their account', async ({ open, world }) => {
  const { member } = await world.memberWithCourse(['text'])
  const page = await open(member, profile, { expectProblems: [/40[0-4]/] })
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  const confirm = dialog.getByRole('button', { name: 'Delete my account' })
  await password.fill('not my password')
  await confirm.click()
  await expect(dialog.getByText('Please type DELETE')).toBeVisible()
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await confirm.click()
  await expect(dialog.getByText('This is not your password. Please try again.')).toBeVisible()
  await password.fill(member.password)
  await confirm.click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Account deleted')).toBeVisible()
  expect(await world.sql('select 1 from auth.users where id = $1', [member.id])).toEqual([])
  await page.goto(profile)
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, member, member.password)
  await expect(page.getByText('Invalid login credentials').first()).toBeVisible()
})
