import type { Page, Route } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { slowNetwork } from '../support/slow-network'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const field = (page: Page) =>
  page.getByRole('combobox', { name: 'Search screens, courses, cohorts, people, actions' })
const options = (page: Page) => palette(page).getByRole('option')
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })
const catalogue = (page: Page) => page.getByRole('heading', { level: 1, name: 'Courses' })

test('an administrator uses the palette by keyboard alone: opens, navigates, cancels, jumps and acts', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, '/admin/courses', {
    // The list may still be loading when the session ends.
    expectProblems: [/401: .*\/courses\?/, /status of 401/],
  })
  await expect(catalogue(page)).toBeVisible()
  const search = page.getByPlaceholder('Search courses...')
  await search.focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(chosen(page)).toHaveText('Dashboard')
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText('Sign Out')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveText('Courses')
  const id = await chosen(page).getAttribute('id')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', String(id))
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(search).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type(course.title)
  await expect(palette(page).getByRole('status')).toHaveText('1 result')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/courses/${course.id}`)
  await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('theme dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sidebar')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await page.locator('aside').boundingBox())?.width).toBe(48)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('create')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create New Course' })).toBeVisible()
  // Everything behind a dialog is inert.
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+b')
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/courses$/)
  expect((await page.locator('aside').boundingBox())?.width).toBe(48)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('sign out')
  // Pending searches would be refused once the session has ended.
  await expect(palette(page).getByRole('status')).toHaveText('1 result')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})

test('on a slow network the palette keeps what is typed right after its shortcut', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, '/admin/courses')
  await expect(catalogue(page)).toBeVisible()
  await slowNetwork(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/command-list-*', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(catalogue(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(course.title)
  await expect(field(page)).toHaveValue(course.title)
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Enter')
  release()
  // Enter takes effect once the result has arrived.
  await expect(page).toHaveURL(`/admin/courses/${course.id}`)
})

test('an administrator uses the palette by pointer: a button opens it, and a click follows a link', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/courses')
  const opener = page.getByRole('button', { name: 'Search and commands' })
  await opener.click()
  await expect(field(page)).toBeFocused()
  await palette(page).getByRole('button', { name: 'Close' }).click()
  await expect(opener).toBeFocused()
  await opener.click()
  await options(page).filter({ hasText: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await opener.click()
  await options(page).filter({ hasText: 'Open Courses Library' }).click()
  await expect(page).toHaveURL('/app/dashboard')
})

test('a late answer is not shown for another text, and Enter waits for its own answer', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const [slow, quick] = [await world.course(), await world.course()]
  const page = await open(admin, '/admin')
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
  const asksFor = (url: string, title: string) =>
    new URL(url).searchParams.get('title')?.includes(title)
  const held: Route[] = []
  await page.route('**/rest/v1/courses*', async (route) => {
    if (asksFor(route.request().url(), slow.title)) held.push(route)
    else await route.continue()
  })
  const nothing = palette(page).getByText('Nothing found for')
  await page.keyboard.press('Control+k')
  await field(page).fill('nothing has this name')
  await expect(nothing).toBeVisible()
  await field(page).fill(slow.title)
  await expect.poll(() => held.length).toBe(1)
  await expect(nothing).toBeHidden()
  await expect(options(page)).toHaveCount(0)
  await field(page).fill(quick.title)
  await expect(options(page)).toHaveText([new RegExp(quick.title)])
  const late = page.waitForResponse((answer) => Boolean(asksFor(answer.url(), slow.title)))
  await held[0]?.continue()
  await late
  await expect(options(page)).toHaveText([new RegExp(quick.title)])

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill('nothing has this name')
  await expect(nothing).toBeVisible()
  await field(page).fill(slow.title)
  await page.keyboard.press('Enter')
  await expect.poll(() => held.length).toBe(2)
  await expect(palette(page)).toBeVisible()
  await held[1]?.continue()
  await expect(page).toHaveURL(`/admin/courses/${slow.id}`)
})

test('when courses cannot be searched, the rest of the palette works, and the search can be retried', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, '/admin', { expectProblems: [/503/] })
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
  let down = true
  await page.route('**/rest/v1/courses*', (route) =>
    down ? route.fulfill({ status: 503, json: { message: 'unavailable' } }) : route.continue(),
  )
  await page.keyboard.press('Control+k')
  await field(page).fill(course.title)
  await expect(palette(page).getByText('Failed to load courses')).toBeVisible()
  down = false
  await palette(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(options(page)).toHaveText([new RegExp(course.title)])
  await field(page).fill('nothing has this name')
  await expect(palette(page).getByText('Nothing found for “nothing has this name”')).toBeVisible()
})

test('a person with unsaved edits is asked before the palette leads away', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}?tab=details`)
  await page.getByLabel('Title', { exact: true }).fill('Not saved yet')
  await page.keyboard.press('Control+k')
  await field(page).fill('dashboard')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Stay on This Page' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Not saved yet')
})

test('an administrator finds a person by name', async ({ open, world }) => {
  const moderator = await world.person({ role: 'MODERATOR' })
  const name = `Quentin ${crypto.randomUUID().slice(0, 8)}`
  const person = await world.person({ name })
  const page = await open(moderator, '/moderator')
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill(name.toLowerCase())
  await expect(page.getByRole('option', { name })).toContainText(person.email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/moderator/members/${person.id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
})
