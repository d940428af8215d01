import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'

async function choose(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `More about ${name}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: item }).focus()
  await page.keyboard.press('Enter')
}

test('an administrator corrects an email, and its owner can use the account after confirming it', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const mark = crypto.randomUUID().slice(0, 8)
  const [wren, other] = [
    await world.person({ name: `Wren ${mark}` }),
    await world.person({ name: `Taken ${mark}` }),
  ]
  const page = await open(admin, `/admin/members?q=${mark}`, { expectProblems: [/409/, /503/] })
  await choose(page, wren.name, 'Correct email or phone')
  const dialog = page.getByRole('dialog', { name: 'Correct Email or Phone' })
  const email = dialog.getByLabel('Email')
  await expect(email).toBeFocused()
  await expect(email).toHaveValue(wren.email)
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()

  await email.fill('wren@nowhere')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill(other.email)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Another account has this email address')).toBeVisible()
  await expect(email).toBeFocused()

  const address = `wren-${mark}@example.test`
  await email.fill(`Wren-${mark}@Example.test`)
  await expect(dialog.getByText(/^They are signed out everywhere\. An email/)).toBeVisible()
  await page.route('**/rpc/correct_person', (route) =>
    route.fulfill({ status: 503, body: '<html>bad gateway' }),
  )
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Failed to update account')).toBeVisible()
  await expect(page.getByText('bad gateway')).toHaveCount(0)
  await page.unroute('**/rpc/correct_person')
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Email and phone updated')).toBeVisible()
  await expect(page.getByText(/^They are signed out everywhere, and asked by email/)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(address)).toBeVisible()
  await expect(page.getByRole('button', { name: `More about ${wren.name}` })).toBeFocused()

  await page.getByRole('link', { name: wren.name }).click()
  await expect(page.getByText('Email not confirmed')).toBeVisible()
  for (const email of [wren.email, address]) {
    await expect(world.session({ ...wren, email })).rejects.toThrow()
  }
  await expect.poll(() => world.mailCount(address), { timeout: 30_000 }).toBe(1)
  const { links } = await world.mail(address)
  const link = links.find((found) => found.includes('/confirm-email/')) ?? ''
  const theirs = await open('visitor', link)
  await theirs.getByRole('button', { name: 'Confirm my email' }).click()
  await theirs.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
  await world.session({ ...wren, email: address })
  await page.reload()
  await expect(page.getByRole('heading', { name: wren.name })).toBeVisible()
  await expect(page.getByText('Email not confirmed')).toHaveCount(0)
})

test('an administrator resets a lost second factor: the password suffices, and every session ends', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN', name: 'Alex Admin' })
  const person = await world.personWithFactor({
    name: `Fay ${crypto.randomUUID().slice(0, 8)}`,
  })
  await world.session(person)
  const page = await open(admin, `/admin/members?q=${person.email}`)
  await choose(page, person.name, 'Reset two-factor sign-in')
  const question = page.getByRole('dialog', { name: 'Reset two-factor sign-in?' })
  await expect(question.getByText(person.email)).toBeVisible()
  await expect(question.getByText(/they are signed out everywhere at once/)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: `More about ${person.name}` })).toBeFocused()
  await choose(page, person.name, 'Reset two-factor sign-in')
  await question.getByRole('button', { name: 'Reset Two-Factor' }).click()
  await expect(page.getByText('Two-factor sign-in was reset')).toBeVisible()
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: `More about ${person.name}` })).toBeFocused()
  expect(
    await world.sql(
      `select (select count(*)::int from auth.mfa_factors where user_id = $1) as factors,
        (select count(*)::int from private.recovery_codes where user_id = $1) as codes,
        (select count(*)::int from auth.sessions where user_id = $1) as sessions`,
      [person.id],
    ),
  ).toEqual([{ factors: 0, codes: 0, sessions: 0 }])

  // For their own account, an administrator has no such menu item; a moderator has no menu.
  await page.getByPlaceholder('Search members...').fill(admin.email)
  await expect(page.getByText('1 person', { exact: true }).first()).toBeAttached()
  await page.getByRole('button', { name: 'More about Alex Admin' }).click()
  await expect(page.getByRole('menuitem', { name: 'Correct email or phone' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Reset two-factor sign-in' })).toHaveCount(0)
  const moderator = await world.person({ role: 'MODERATOR' })
  const theirs = await open(moderator, `/moderator/members?q=${person.email}`)
  await expect(theirs.getByRole('button', { name: /^Manage Access/ })).toBeVisible()
  await expect(theirs.getByRole('button', { name: /^More about/ })).toHaveCount(0)
})
