import type { Page, Route } from '@playwright/test'
import { expect, test } from '../../support/fixtures'

// A session check that gets no answer ends soon with a message, and keeps the session.

const renewal = '**/auth/v1/token?grant_type=refresh_token'

/** The session as the browser stores it. */
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('rookies-auth'))

/** Lets the access token expire, as if the browser was opened an hour later. */
const anHourLater = (page: Page, session: string | null) =>
  page.evaluate(
    (kept) => localStorage.setItem('rookies-auth', JSON.stringify({ ...kept, expires_at: 1 })),
    JSON.parse(session ?? '{}'),
  )

const silences: [string, (route: Route) => unknown][] = [
  ['cannot be reached', (route) => route.abort('connectionrefused')],
  ['hangs', () => undefined],
  ['is in trouble', (route) => route.fulfill({ status: 500, body: '<html>bad gateway</html>' })],
]

const apps = [
  { path: '/app/dashboard', role: 'MEMBER', shows: 'Courses Library' },
  { path: '/admin/courses', role: 'ADMIN', shows: 'Courses' },
] as const

for (const { path, role, shows } of apps) {
  for (const [what, answer] of silences) {
    test(`a server that ${what} keeps the session at ${path}, and Retry continues`, async ({
      open,
      world,
    }) => {
      const person = await world.person({ role })
      const page = await open(person, '/terms', { expectProblems: [/500/, /ERR_/, /console: /] })
      await page.getByRole('heading').first().waitFor()
      const asked: number[] = []
      await page.route(renewal, (route) => {
        asked.push(Date.now())
        return answer(route)
      })
      await anHourLater(page, await stored(page))
      const before = await stored(page)

      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Connection Error' })).toBeVisible()
      // The check takes four seconds. Another two are allowed for a busy machine.
      expect(Date.now() - (asked[0] ?? 0)).toBeLessThan(6_000)
      expect(asked.length).toBe(3)
      await expect(page).toHaveURL(path)
      expect(await stored(page)).toBe(before)

      await page.unroute(renewal)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('heading', { name: shows, exact: true })).toBeVisible()
      await expect(page).toHaveURL(path)
    })
  }
}

test('a session that Auth has ended leads to the sign-in screen at once', async ({
  open,
  world,
}) => {
  const person = await world.person({ role: 'ADMIN' })
  // This file of the site runs no code, so no request is refused after the session has ended.
  const page = await open(person, '/favicon.svg', { expectProblems: [/400/] })
  const session = await stored(page)
  await world.endSessions(person)
  for (const path of ['/app/profile', '/admin/courses']) {
    await anHourLater(page, session)
    await page.goto(path)
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`)
    expect(await stored(page)).toBeNull()
  }
})
