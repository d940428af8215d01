import { expect, test } from '../../support/fixtures'
import { enter, logIn, secretOn } from '../../support/two-factor'

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

test('a sign-in with a mailed code needs the authenticator app too, and a stored session without its code opens neither the portal nor an invite', async ({
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
  const course = await world.course()
  await stored.goto(`/invite/${await world.invite(email, [course])}`)
  await stored.getByRole('link', { name: "Confirm it's you" }).click()
  await enter(stored, await world.factorCode(member.secret))
  await stored.getByRole('button', { name: 'Accept invite' }).click()
  await expect(stored.getByRole('heading', { name: course.title })).toBeVisible()

  const weak = await open({ email, password }, '/app/dashboard')
  await weak.getByRole('button', { name: 'Sign out' }).click()
  await expect(weak.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
})
