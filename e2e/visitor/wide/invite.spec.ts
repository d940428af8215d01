import { randomUUID } from 'node:crypto'

import { expect, test } from '../../support/fixtures'

const newAddress = () => `${randomUUID()}@example.test`

test('another person is told that the invite is not theirs and signs out, and the invited one signs in and accepts it', async ({
  open,
  world,
}) => {
  const [member, invited] = [await world.person(), await world.person()]
  const course = await world.course()
  const token = await world.invite(invited.email.toUpperCase(), [course])
  const page = await open(member, `/accept-invite?token=${token}`)
  await expect(page.getByText(`You are signed in as ${member.email}`)).toBeVisible()
  await page.goto(`/signup?token=${token}`)
  await expect(page).toHaveURL(`/invite/${token}`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Create your account' })).toBeVisible()
  await expect(page).toHaveURL(`/invite/${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(invited.email)
  await page.getByLabel('Password', { exact: true }).fill(invited.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/invite/${token}`)
  await page.getByRole('button', { name: 'Accept invite' }).click()
  await expect(page).toHaveURL('/app/dashboard')
  await expect(page.getByText('Invite accepted')).toBeVisible()
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
})

test('the page of an invite that cannot be accepted says why, and shows nothing else', async ({
  open,
  world,
}) => {
  const email = newAddress()
  const expired = await world.invite(email, [], '-1 hour')
  const cancelled = await world.invite(email)
  await world.sql('update public.invites set cancelled_at = now() where token = $1', [cancelled])
  const page = await open('visitor', `/invite/${expired}`)
  await expect(page.getByText('This invite has expired.')).toBeVisible()
  await expect(page.getByText(email)).toBeHidden()
  await page.goto(`/invite/${cancelled}`)
  await expect(page.getByText('This invite has been cancelled.')).toBeVisible()
  for (const path of [`/invite/${randomUUID()}`, '/invite/nonsense', '/accept-invite']) {
    await page.goto(path)
    await expect(page.getByText('This invite is not valid.')).toBeVisible()
  }
  await page.goto(`/signup?token=${expired}`)
  await expect(page.getByText('This invite has expired.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign up without an invite' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
})

test('an invite used in the meantime is refused with a message', async ({ open, world }) => {
  const member = await world.person()
  const token = await world.invite(member.email)
  const page = await open(member, `/invite/${token}`, { expectProblems: [/422/] })
  await page.getByRole('button', { name: 'Accept invite' }).waitFor()
  await world.sql('update public.invites set cancelled_at = now() where token = $1', [token])
  await page.getByRole('button', { name: 'Accept invite' }).click()
  await expect(page.getByText('This invite has been cancelled.').first()).toBeVisible()
})
