import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { origin, type World } from '../../support/world'

// An address can neither sign a person in nor lead to another site (rules/accounts#callback-routes).

/** Returns the person whose session the browser holds, null for none. */
const holder = (page: Page) =>
  page.evaluate(() => {
    const text = localStorage.getItem('rookies-auth')
    return text === null ? null : JSON.parse(text).user.email
  })

const tokensOf = async (world: World) => {
  const { access_token, refresh_token } = await world.session(await world.person())
  return `access_token=${access_token}&refresh_token=${refresh_token}&token_type=bearer&expires_in=3600`
}

const places = ['/', '/login', '/signup', '/app/dashboard', '/admin', '/auth/callback']

test('a session in an address is ignored: nobody gets into another person’s account', async ({
  open,
  world,
}) => {
  const tokens = await tokensOf(world)
  const member = await world.person()
  const visiting = await open('visitor', '/login')
  const working = await open(member, '/app/dashboard')
  for (const [i, place] of places.entries()) {
    const type = ['signup', 'magiclink', 'recovery', 'invite', ''][i % 5]
    for (const path of [`${place}#${tokens}&type=${type}`, `${place}?${tokens}&type=recovery`]) {
      await visiting.goto('about:blank')
      await visiting.goto(path)
      await visiting.getByRole('heading').first().waitFor()
      expect(await holder(visiting), path.slice(0, 40)).toBeNull()
    }
  }
  for (const type of ['recovery', 'signup']) {
    await working.goto('about:blank')
    await working.goto(`/app/dashboard#${tokens}&type=${type}`)
    await working.getByRole('heading').first().waitFor()
    expect(await holder(working)).toBe(member.email)
    expect(working.url()).not.toContain('access_token')
  }
})

test('a reset link does not replace the session of a signed-in person, in any tab', async ({
  open,
  world,
}) => {
  const member = await world.person()
  const other = await world.person()
  const { access_token, refresh_token } = await world.session(other)
  const page = await open(member, '/app/dashboard')
  await page.getByRole('heading', { name: 'Courses Library' }).waitFor()
  const before = await page.evaluate(() => localStorage.getItem('rookies-auth'))

  await page.goto(
    `/reset-password#access_token=${access_token}&refresh_token=${refresh_token}&token_type=bearer&expires_in=3600&type=recovery`,
  )
  // The page shows whose password the link would change. The stored session of the signed-in person stays.
  await expect(page.getByText(other.email)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('rookies-auth'))).toBe(before)
  const beside = await page.context().newPage()
  await beside.goto('/app/profile')
  await expect(beside.getByRole('main').getByText(member.email).first()).toBeVisible()
  await beside.close()

  // After leaving without a new password, the session of the link has ended, and the person's own session continues.
  await page.goto('/app/dashboard')
  await page.getByRole('heading', { name: 'Courses Library' }).waitFor()
  expect(await holder(page)).toBe(member.email)
})

test('a code that was requested elsewhere does not sign in, and signing in leads to this origin, whatever the address asks for', async ({
  open,
  world,
}) => {
  const member = await world.person()
  const page = await open('visitor', '/login?code=00000000-0000-4000-8000-000000000000', {
    expectProblems: [/40\d/],
  })
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  expect(await holder(page)).toBeNull()
  const working = await open(member, '/app/dashboard?code=00000000-0000-4000-8000-000000000000')
  await working.getByRole('heading').first().waitFor()
  expect(await holder(working)).toBe(member.email)

  for (const target of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example/',
    '/%2f%2fevil.example/',
    '///evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    `${origin()}@evil.example/`,
    '/login?from=//evil.example',
  ]) {
    const query = new URLSearchParams(
      ['from', 'next', 'redirect', 'redirect_to', 'returnTo'].map((name) => [name, target]),
    )
    await working.goto(`/login?${query}`)
    await expect(working.getByRole('heading').first()).toBeVisible()
    expect(new URL(working.url()).origin, target).toBe(origin())
  }
})
