import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import type { Account } from '../../support/world'

async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
}

/** Returns the key beside the QR code. */
async function secretOn(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const text = await page.locator('code').first().textContent()
  return text?.replaceAll(' ', '') ?? ''
}

const wrongCode = /This code is wrong or too old/

test('a member sets up an authenticator app, is asked for its code, and removes the app', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/app/profile/two-factor', { expectProblems: [/422/] })
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  // A cancelled attempt does not prevent a second one.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const secret = await secretOn(page)
  const picture = page.getByRole('img', { name: 'QR code for your authenticator app' })
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByText('Please enter the six digits of the code')).toBeVisible()
  const code = await world.factorCode(secret)
  await enter(page, code === '000000' ? '111111' : '000000')
  await expect(page.getByText(wrongCode).first()).toBeVisible()
  await enter(page, code)

  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  await expect(
    page.getByRole('listitem').filter({ hasText: /^[0-9a-f]{5}(-[0-9a-f]{5}){3}$/ }),
  ).toHaveCount(10)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as text' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()

  // From now on the password alone leads to the challenge, at any address.
  const lesson = `/app/courses/${course.slug}/lesson/${course.lessons.link}`
  const next = await open('visitor', lesson, { expectProblems: [/422/] })
  await logIn(next, member)
  await expect(next.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await expect(next.getByLabel('Code', { exact: true })).toBeFocused()
  await next.goto('/app/dashboard')
  await expect(next.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await next.goto(lesson)
  await expect(next.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await enter(next, '12345')
  await expect(next.getByText('Please enter the six digits of the code')).toBeVisible()
  const current = await world.factorCode(secret)
  await enter(next, current === '000000' ? '111111' : '000000')
  await expect(next.getByText(wrongCode).first()).toBeVisible()
  await enter(next, current)
  await expect(next).toHaveURL(lesson)
  await expect(next.getByRole('heading', { name: 'Link lesson' })).toBeVisible()

  await page.getByRole('button', { name: 'Make new recovery codes' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Remove authenticator app' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Remove authenticator app' }).click()
  await page.getByRole('button', { name: 'Yes, remove it' }).click()
  await expect(page.getByText('Two-factor sign-in is off')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()

  const last = await open('visitor', '/login')
  await logIn(last, member)
  await expect(last).toHaveURL('/app/dashboard')
})

test('a member without their phone signs in with a recovery code, and sets up another app', async ({
  open,
  world,
}) => {
  const member = await world.personWithFactor()
  const elsewhere = await open(member, '/app/dashboard', { expectProblems: [/40[013]/] })
  await expect(elsewhere.getByText('No courses available')).toBeVisible()

  const page = await open('visitor', '/login?from=%2Fapp%2Fcourses%2Fgit-from-the-first-commit')
  await logIn(page, member)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.getByRole('button', { name: 'Use this code' }).click()
  await expect(page.getByText('Please enter a recovery code')).toBeVisible()
  await page.getByLabel('Recovery code').fill('00000-00000-00000-00000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You have 4 more tries.').first()).toBeVisible()
  await page.getByLabel('Recovery code').fill(` ${member.recoveryCodes[0]?.replaceAll('-', ' ')}`)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/app\/profile\/two-factor\?from=/)
  await expect(page.getByText('Your authenticator app was removed.')).toBeVisible()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await enter(page, await world.factorCode(await secretOn(page)))
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page).toHaveURL(/\/app\/courses\/git-from-the-first-commit/)

  const left = await world.sql('select id from auth.sessions where user_id = $1', [member.id])
  expect(left).toHaveLength(1)
})

test('a mailed code needs the app too, and a stored session of the password alone opens nothing', async ({
  open,
  world,
}) => {
  const member = await world.personWithFactor()
  const page = await open('visitor', '/login')
  await page.getByRole('button', { name: 'Login with secure code' }).click()
  await page.getByLabel('Email').fill(member.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  const { code } = await world.mail(member.email)
  await page.getByLabel('Code').fill(code ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await enter(page, await world.factorCode(member.secret))
  await expect(page).toHaveURL('/app/dashboard')

  const { email, password } = member
  const stored = await open({ email, password }, '/app/dashboard')
  await expect(stored).toHaveURL('/login/two-factor?from=%2Fapp%2Fdashboard')
  await stored.getByRole('button', { name: 'Sign out' }).click()
  await expect(stored.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
})

test('an invite waits until the person has shown the second factor', async ({ open, world }) => {
  const [member, course] = [await world.personWithFactor(), await world.course()]
  const { email, password } = member
  const page = await open({ email, password }, `/invite/${await world.invite(email, [course])}`)
  await page.getByRole('link', { name: "Confirm it's you" }).click()
  await enter(page, await world.factorCode(member.secret))
  await page.getByRole('button', { name: 'Accept invite' }).click()
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
})
