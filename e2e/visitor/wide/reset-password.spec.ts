import { expect, test } from '../../support/fixtures'
import { choose, linkFromMail, updated } from '../../support/reset-password'
import { origin } from '../../support/world'

const invalid = 'This password reset link is invalid or has expired.'

test('a reset link can be redeemed once, and neither opening nor reloading its page uses it up', async ({
  open,
  world,
}) => {
  const member = await world.person()
  const page = await open('visitor', '/login', { expectProblems: [/403/] })
  const link = await linkFromMail(page, world, member)
  await page.goto(link)
  await page.getByRole('button', { name: 'Choose a new password' }).waitFor()
  await page.reload()
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByRole('button', { name: 'Choose a new password' })).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await page.getByRole('button', { name: 'Update Password' }).waitFor()
  await page.goto(link)
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page.getByText(invalid)).toBeVisible()
  await expect(page).toHaveURL('/forgot-password')
})

test('without a reset link, or with a link of another browser, there is no form, and an unknown email gets the same answer as a known one', async ({
  open,
  world,
}) => {
  const theirs = await open(await world.person(), '/reset-password')
  await expect(theirs.getByText('Invalid Reset Link')).toBeVisible()
  await expect(theirs.getByText(invalid)).toBeVisible()
  await expect(theirs).toHaveURL('/forgot-password')

  const page = await open('visitor', '/reset-password?code=0000')
  await expect(page.getByText(/only works in the browser/)).toBeVisible()
  await expect(page).toHaveURL('/forgot-password')
  await page.getByLabel('Email').fill('unknown@example.test')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Email sent')).toBeVisible()
  await expect(page.getByText('Check your inbox for reset instructions.')).toBeVisible()
})

test("Supabase's own links work too: one with a code, and one with a session in the fragment", async ({
  open,
  world,
}) => {
  const member = await world.person()
  const page = await open('visitor', '/login')
  const link = await linkFromMail(page, world, member)
  const verify = `/auth/v1/verify?${new URLSearchParams({
    token: link.split('/').at(-1) ?? '',
    type: 'recovery',
    redirect_to: `${origin()}/reset-password`,
  })}`
  await page.goto(verify)
  await expect(page.getByText(member.email)).toBeVisible()
  await expect(page).toHaveURL('/reset-password')
  await choose(page, 'new words')
  await expect(page.getByText(updated)).toBeVisible()

  const session = await world.session({ email: member.email, password: 'new words' })
  const tokens = `access_token=${session.access_token}&refresh_token=${session.refresh_token}`
  // On an open page of the portal, this changes only the fragment.
  await page.goto(`/login#${tokens}&type=recovery`)
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await page.goto(`/reset-password#${tokens}&type=magiclink`)
  await expect(page.getByText(invalid)).toBeVisible()
  await page.goto(`/reset-password#${tokens}&type=recovery`)
  await expect(page.getByText(member.email)).toBeVisible()
  await expect(page).toHaveURL('/reset-password')
})

test('the form for a new password closes after fifteen minutes', async ({ open, world }) => {
  const member = await world.person()
  const page = await open('visitor', '/login')
  const link = await linkFromMail(page, world, member)
  await page.clock.install()
  await page.goto(link)
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await page.getByRole('button', { name: 'Update Password' }).waitFor()
  await page.clock.fastForward('14:58')
  await expect(page.getByRole('button', { name: 'Update Password' })).toBeVisible()
  await page.clock.fastForward('00:05')
  await expect(
    page.getByText('Password reset session has expired. Please request a new reset link.'),
  ).toBeVisible()
  await expect(page).toHaveURL('/forgot-password')
  expect(await page.evaluate(() => localStorage.getItem('rookies-auth'))).toBeNull()
})

test('a reset link does not sign in: a person who leaves the page has no session', async ({
  open,
  world,
}) => {
  const member = await world.person()
  const page = await open('visitor', '/login')
  await page.goto(await linkFromMail(page, world, member))
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await page.getByRole('button', { name: 'Update Password' }).waitFor()
  // Another tab of the same browser is opened while the form is open.
  const tab = await page.context().newPage()
  await tab.goto('/app/dashboard')
  await expect(tab.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()

  const ended = page.waitForResponse((response) => response.url().includes('/logout'))
  await page.getByRole('link', { name: /home/ }).click()
  expect((await ended).status()).toBe(204)
  expect(await world.sql('select id from auth.sessions where user_id = $1', [member.id])).toEqual(
    [],
  )
  await page.goto('/app/dashboard')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await page.goto('/reset-password')
  await expect(page.getByText(invalid)).toBeVisible()
})

test('an account with a second factor shows a code or a recovery code before it gets a new password', async ({
  open,
  world,
}) => {
  const member = await world.personWithFactor()
  const page = await open('visitor', '/login')
  await page.goto(await linkFromMail(page, world, member))
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page.getByText('Your account has two-factor sign-in.')).toBeVisible()
  await page.reload()
  await page.getByLabel('Code', { exact: true }).fill(await world.factorCode(member.secret))
  await page.keyboard.press('Enter')
  await choose(page, 'new words')
  await expect(page.getByText(updated)).toBeVisible()

  const again = await open('visitor', '/login')
  await again.goto(await linkFromMail(again, world, member))
  await again.getByRole('button', { name: 'Choose a new password' }).click()
  await again.getByRole('button', { name: 'Use a recovery code' }).click()
  await again.getByLabel('Recovery code').fill(member.recoveryCodes[0] ?? '')
  await again.keyboard.press('Enter')
  await choose(again, 'newer words')
  await expect(again.getByText(updated)).toBeVisible()
  await again.getByLabel('Email').fill(member.email)
  await again.getByLabel('Password', { exact: true }).fill('newer words')
  await again.keyboard.press('Enter')
  await expect(again).toHaveURL('/app/dashboard')
})
