import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { cdpOf } from '../support/intercept'

const newAddress = () => `${randomUUID()}@example.test`

async function fillIn(page: Page) {
  await page.getByLabel('Full Name').fill('Nina New')
  await page.getByLabel('Phone').fill('030')
  await page.getByLabel('Password', { exact: true }).fill('abacus')
  await page.getByLabel('Confirm Password', { exact: true }).fill('abacus')
}

test('a newcomer gets from the mail of an invite to the first lesson with four clicks and no other mail', async ({
  open,
  world,
}) => {
  const course = await world.course()
  const email = newAddress()
  const link = await world.mailedInvite(email, [course])
  const proof = link.split('#proof=')[1] ?? ''
  expect(proof).toMatch(/^[0-9a-f]{64}$/)
  const page = await open('visitor', '/login')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))

  // The first click is the one on the link in the mail.
  let clicks = 1
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  await page.goto(link)
  await expect(page).toHaveURL(link.replace(/#.*/, ''))
  const details = page.getByRole('definition').filter({ hasText: course.title })
  await expect(details).toBeVisible()
  await expect(page.getByText('Accept to get your courses in your library at once.')).toBeVisible()
  await click(page.getByRole('link', { name: 'Create your account' }))
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(details).toHaveCount(0)
  await fillIn(page)
  await click(page.getByRole('checkbox'))
  await click(page.getByRole('button', { name: 'Sign Up' }))
  await expect(page).toHaveURL(new RegExp(`/app/courses/${course.slug}`))
  await expect(page.getByRole('heading', { name: 'Reading lesson', level: 1 })).toBeVisible()
  expect(clicks).toBe(4)
  expect(await world.mailCount(email)).toBe(1)

  const cdp = await cdpOf(page)
  const { entries } = await cdp.send('Page.getNavigationHistory')
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  for (const place of [...asked, ...entries.map(({ url }) => url), stored]) {
    expect(place).not.toContain(proof)
  }
})
