import type { Page } from '@playwright/test'
import { chooseZip, newSlug, zipFile } from '../../support/course-folders'
import { expect, test } from '../../support/fixtures'
import { watchProblems } from '../../support/page-problems'
import { origin, type Person, type World } from '../../support/world'

const PHONE = { viewport: { width: 360, height: 780 } }

/** Simulates a browser that blocks all site data: some storage APIs throw, others do not exist. */
function block(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    Object.defineProperty(window, name, { get: refuse })
  }
  Object.defineProperty(window, 'BroadcastChannel', { value: refuse })
  Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuse })
  Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })
}

/** Navigates without a page load, like a link, because the session is only in the memory of the page. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: history.length }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

async function fits(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide, `${page.url()} fits the screen`).toBeLessThanOrEqual(0)
}

/** A member signs in, reads and completes lessons, writes a note and a post. */
async function study(page: Page, world: World): Promise<void> {
  const { member, course } = await world.memberWithCourse()
  const place = await world.community()
  await world.joinCommunity(member, place)
  const lesson = `/app/courses/${course.slug}/lesson/${course.lessons.text}`

  await page.goto('/login')
  await fits(page)
  await signIn(page, member)
  await expect(page.getByRole('heading', { name: 'Courses Library' })).toBeVisible()
  await fits(page)

  await go(page, lesson)
  await page.getByRole('button', { name: 'Mark As Complete' }).click()
  await expect
    .poll(() =>
      world.sql('select 1 from public.lesson_completions where user_id = $1', [member.id]),
    )
    .toHaveLength(1)
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('dialog').getByLabel('Note', { exact: true }).fill('On my own words')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect
    .poll(() => world.sql('select body from public.notes where user_id = $1', [member.id]))
    .toEqual([{ body: 'On my own words' }])
  await fits(page)

  await go(page, `/app/communities/${place.slug}`)
  await page.getByRole('textbox', { name: 'Write a post' }).fill('Hello all')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect
    .poll(() =>
      world.sql('select body from public.community_posts where community_id = $1', [place.id]),
    )
    .toEqual([{ body: 'Hello all' }])
  await fits(page)
}

/** A signed-in administrator views people, edits a course and imports one. */
async function administer(page: Page, world: World): Promise<void> {
  const course = await world.course()
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
  await fits(page)

  await go(page, `/admin/courses/${course.id}`)
  await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Reading lesson' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Lesson' })
  await dialog.getByLabel('Title', { exact: true }).fill('A lesson by another name')
  await dialog
    .getByRole('button', { name: /^(?:Save|Update)/ })
    .first()
    .click()
  await expect(page.getByText('Lesson updated successfully')).toBeVisible()
  await fits(page)

  const slug = newSlug()
  await go(page, '/admin/courses/import')
  await expect(page.getByRole('heading', { level: 1, name: 'Import Course' })).toBeVisible()
  await chooseZip(
    page,
    zipFile({
      'tea/_course.yml': `title: Tea ${slug}\nslug: ${slug}\n`,
      'tea/a/01-pour.md': '# Pour\n\nSee the [slides](slides.pdf).\n',
      'tea/a/slides.pdf': '%PDF-1.4 slides',
    }),
  )
  await page.getByRole('button', { name: 'Import Course' }).click()
  await expect(page.getByRole('heading', { name: /mported/ })).toBeVisible()
  const stored = await world.sql(
    `select f.name from public.lesson_files f join public.lessons l on l.id = f.lesson_id
       join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
     where c.slug = $1`,
    [slug],
  )
  expect(stored).toEqual([{ name: 'slides.pdf' }])
  await fits(page)
}

test('both apps work in a browser that stores nothing for the site, and say so', async ({
  browser,
  world,
}) => {
  const context = await browser.newContext({ ...PHONE, baseURL: origin() })
  await context.addInitScript(block)
  const page = await context.newPage()
  const seen = watchProblems(page, [])

  await page.goto('/login')
  await expect(
    page.getByText('You stay signed in until you close or reload this page'),
  ).toBeVisible()
  await study(page, world)
  await page.getByRole('textbox', { name: 'Write a post' }).fill('Half a thought')
  await expect(page.getByText("This device can't keep your text.")).toBeVisible()

  const admin = await world.personWithFactor({ role: 'ADMIN' })
  await page.goto('/admin/members')
  await expect(page.getByText('you have to sign in to the learner portal separately')).toBeVisible()
  await fits(page)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Email and password are required')).toBeVisible()
  await signIn(page, admin)
  await page.getByLabel('Code').fill(await world.factorCode(admin.secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await administer(page, world)

  expect(seen.found()).toEqual([])
  await context.close()
})

test('a change made offline in such a browser says that it waits in the page only', async ({
  browser,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const context = await browser.newContext({ ...PHONE, baseURL: origin() })
  await context.addInitScript(block)
  const page = await context.newPage()
  const sender = page.waitForResponse(/run-sync/)
  await page.goto(`/login?from=/app/courses/${course.slug}/lesson/${course.lessons.text}`)
  await signIn(page, member)
  const complete = page.getByRole('button', { name: 'Mark As Complete' })
  await expect(complete).toBeVisible()
  await sender
  await context.setOffline(true)
  await complete.click()
  await expect(page.getByText('Leave this page open until the connection is back.')).toBeVisible()
  await context.setOffline(false)
  await expect
    .poll(() =>
      world.sql('select 1 from public.lesson_completions where user_id = $1', [member.id]),
    )
    .toHaveLength(1)
  await context.close()
})

test('all functions of both apps work on a page without a secure context', async ({
  playwright,
  launchOptions,
  world,
}) => {
  const { args = [], ...options } = launchOptions
  const browser = await playwright.chromium.launch({
    ...options,
    args: [
      ...args.filter((arg) => !arg.startsWith('--host-resolver-rules')),
      '--host-resolver-rules=MAP class.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
  const baseURL = origin().replace(/\/\/[^:]+/, '//class.example')
  const context = await browser.newContext({ ...PHONE, baseURL })
  const page = await context.newPage()
  const seen = watchProblems(page, [])
  await study(page, world)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)

  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  const admin = await world.person({ role: 'ADMIN' })
  await page.goto('/admin/members')
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, admin)
  await administer(page, world)

  expect(seen.found()).toEqual([])
  await browser.close()
})
