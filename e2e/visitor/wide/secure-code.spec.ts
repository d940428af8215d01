import { expect, test } from '../../support/fixtures'

test('a member signs in with a code, and gets to the wanted address', async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  const lesson = `/app/courses/${course.slug}/lesson/${course.lessons.link}`
  const page = await open('visitor', lesson, { expectProblems: [/403/] })
  await page.getByLabel('Email').fill(member.email)
  await page.getByRole('button', { name: 'Login with secure code' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(member.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Code')).toBeFocused()
  const { code } = await world.mail(member.email)

  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Please enter the six digits of the code')).toBeVisible()
  await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText(/This code is wrong or has expired/).first()).toBeVisible()
  await page.getByLabel('Code').fill(`${code?.slice(0, 3)} ${code?.slice(3)}`)
  await expect(page.getByLabel('Code')).toHaveValue(code ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(lesson)
  await expect(page.getByRole('heading', { name: 'Link lesson' })).toBeVisible()
})

test('a new code can be requested after a pause, and the link of the mail works too', async ({
  open,
  world,
}) => {
  const member = await world.person()
  const page = await open('visitor', '/login')
  await page.clock.install()
  await page.getByRole('button', { name: 'Login with secure code' }).click()
  await page.getByLabel('Email').fill(member.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('button', { name: /Send a new code in/ })).toBeVisible()
  await world.mail(member.email)
  for (let second = 0; second < 62; second += 1) await page.clock.runFor(1000)
  await page.getByRole('button', { name: 'Send a new code', exact: true }).click()
  await expect(page.getByText('Check your inbox for a new code.')).toBeVisible()
  const { links } = await world.mail(member.email, 1)
  await page.goto(links.find((link) => link.includes('/verify')) ?? '')
  await expect(page).toHaveURL('/app/dashboard')
})

test('a message says that a sign-in link was used, and an unknown email that requests a code gets the same answer as a known one', async ({
  open,
}) => {
  const page = await open('visitor', '/login?error=access_denied&error_code=otp_expired')
  await expect(page.getByText('This link is invalid or has expired.')).toBeVisible()
  await expect(page).toHaveURL('/login')

  await page.getByRole('button', { name: 'Login with secure code' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill('unknown@example.test')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(/a six-digit code is on its way/)).toBeVisible()
  await page.getByRole('button', { name: 'Login with password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})
