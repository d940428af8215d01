import type { Page } from '@playwright/test'
import {
  cachedKeys,
  expect,
  readyForOffline,
  reconnect,
  storeSession,
  test,
} from '../../support/device'
import type { Course, Person, World } from '../../support/world'

// These journeys use a real service worker, a browser that is closed and opened again, and a connection that is cut.

const TEXTS = 20

/** Creates a person with a course in progress that has this many text lessons besides the usual ones. */
async function readerWithCourse(
  world: World,
): Promise<{ member: Person; course: Course; texts: string[] }> {
  const { member, course } = await world.memberWithCourse(['link'])
  const rows = await world.sql(
    `insert into public.lessons (module_id, title, index, content_type, content)
     select $1, 'Chapter ' || n, 2 + n, 'TEXT', 'The words of chapter ' || n || '.' from generate_series(1, $2::int) n
     returning id`,
    [course.moduleId, TEXTS],
  )
  return { member, course, texts: rows.map(({ id }) => String(id)) }
}

const lesson = (course: Course, id: string) => `/app/courses/${course.slug}/lesson/${id}`
const library = (page: Page) => page.getByRole('heading', { name: 'Courses Library' })
const chapterText = (page: Page, chapter: number) =>
  page.getByText(`The words of chapter ${chapter}.`)
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('rookies-auth'))

/** Completes these chapters one after another. The page shows the first of them. */
async function finish(page: Page, from: number, to: number): Promise<void> {
  for (let chapter = from; chapter <= to; chapter += 1) {
    await expect(chapterText(page, chapter)).toBeVisible()
    await page.getByRole('button', { name: 'Mark As Complete' }).click()
    await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled()
    if (chapter < TEXTS) await page.getByRole('link', { name: 'Next Lesson' }).click()
  }
}

/** Lets the access token expire, as if the browser was opened an hour later. */
const expireToken = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('rookies-auth') ?? '{}')
    localStorage.setItem('rookies-auth', JSON.stringify({ ...session, expires_at: 1 }))
  })

test('offline, the portal opens at the library, and every text of a course in progress can be read', async ({
  device,
  world,
}) => {
  const { member, course, texts } = await readerWithCourse(world)
  const { page, context } = await device.start(member)
  await page.goto('/')
  await expect(library(page)).toBeVisible()
  await readyForOffline(page, TEXTS + 1)
  await context.setOffline(true)

  await page.goto('/')
  await expect(page).toHaveURL('/app/dashboard')
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
  // A page that loads offline may believe that it is online; it then says that the server cannot be reached.
  await expect(page.getByText(/^(You are offline|The server cannot be reached)\.$/)).toBeVisible()
  await page.getByRole('link', { name: course.title }).first().click()
  await expect(page.getByRole('heading', { name: 'Why we read' })).toBeVisible()
  // The first lesson that is opened here was never opened on this device before.
  const outline = page.getByRole('complementary')
  await outline.getByRole('link', { name: /Chapter 7$/ }).click()
  await expect(chapterText(page, 7)).toBeVisible()
  await page.goto(lesson(course, texts[10] ?? ''))
  await expect(chapterText(page, 11)).toBeVisible()

  await outline.getByRole('link', { name: /Video lesson/ }).click()
  await expect(page.getByRole('heading', { name: 'This video needs a connection' })).toBeVisible()
  await expect(page.getByText('Error Loading Lesson')).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'Next Lesson' }).click()
  await expect(page.getByRole('heading', { name: 'This lesson needs a connection' })).toBeVisible()

  await reconnect(context)
  // If the browser has noticed the connection, it has loaded the lesson, and there is no button.
  const again = page.getByRole('button', { name: 'Try Again' })
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 })
    await expect(page.getByRole('link', { name: 'Open link in a new tab' })).toBeVisible({
      timeout: 5000,
    })
  }).toPass()
})

test('offline, the library shows the last known week of a cohort, and the current one when the connection returns', async ({
  device,
  world,
}) => {
  const [member, course] = [await world.person(), await world.course()]
  const cohort = await world.cohort({ courses: [course], people: [member] })
  const { page, context } = await device.start(member)
  await page.goto('/app/notes')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect
    .poll(async () => (await cachedKeys(page)).filter(([, query]) => query?.includes('"week"')))
    .toHaveLength(1)
  await context.setOffline(true)

  await page.goto('/app/dashboard')
  const week = page.getByRole('region', { name: `This week in ${cohort.title}` })
  await expect(week.getByText('Begins on Mon 7 Jan')).toBeVisible()
  await expect(week.getByText(/^Saved on this device on /)).toBeVisible()
  await world.sql(`update public.cohorts set starts_on = '2030-01-08' where id = $1`, [cohort.id])
  await reconnect(context)
  await expect(week.getByText('Begins on Tue 8 Jan')).toBeVisible()
  await expect(week.getByText(/^Saved on this device on /)).toHaveCount(0)
})

test('20 lessons completed offline are stored once each, whatever happens to the browser', async ({
  device,
  connection,
  world,
}) => {
  const { member, course, texts } = await readerWithCourse(world)
  const first = await device.start(member)
  await first.page.goto('/app/dashboard')
  await readyForOffline(first.page, TEXTS + 1)
  await first.context.setOffline(true)

  await first.page.goto(lesson(course, texts[0] ?? ''))
  await finish(first.page, 1, 7)
  await first.page.reload()
  await finish(first.page, 8, 14)
  await device.close()
  const { page, context } = await device.start()
  await context.setOffline(true)
  await page.goto(lesson(course, texts[14] ?? ''))
  await finish(page, 15, TEXTS)
  const other = await context.newPage()
  await other.goto('/app/dashboard')
  for (const tab of [page, other]) {
    await expect(tab.getByText('21 of 23 lessons').filter({ visible: true }).first()).toBeVisible()
  }
  expect(await world.completed(member)).toEqual([course.lessons.link])

  await reconnect(context)
  await expect.poll(() => world.completed(member)).toEqual([course.lessons.link, ...texts])
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
    .not.toContain('outbox')
  expect(
    connection.forwarded.filter((what) => what === 'POST /rest/v1/lesson_completions'),
  ).toHaveLength(TEXTS)
  for (const tab of [page, other]) {
    await expect(tab.getByText('21 of 23 lessons').filter({ visible: true }).first()).toBeVisible()
  }
})

for (const state of ['refused', 'silent'] as const) {
  test(`an expired session opens the offline cache while the server is ${state}, and continues afterwards`, async ({
    device,
    connection,
    world,
  }) => {
    const { member, course, texts } = await readerWithCourse(world)
    const { page } = await device.start(member)
    await page.goto('/app/dashboard')
    await readyForOffline(page, TEXTS + 1)
    await page.goto('/favicon.svg')
    await expireToken(page)
    const before = await stored(page)
    connection.setState(state)

    await page.goto('/app/dashboard')
    await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
    await expect(page.getByText('The server cannot be reached.')).toBeVisible()
    await page.getByRole('link', { name: course.title }).first().click()
    await page
      .getByRole('complementary')
      .getByRole('link', { name: /Chapter 3$/ })
      .click()
    await expect(chapterText(page, 3)).toBeVisible()
    await page.getByRole('button', { name: 'Mark As Complete' }).click()
    await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled()
    expect(JSON.parse((await stored(page)) ?? '{}')).toMatchObject(JSON.parse(before ?? 'null'))

    connection.setState('open')
    // The portal finds this out by itself, because a browser has no event for a server that is available again.
    await expect.poll(() => world.completed(member)).toContain(texts[2])
    await expect(page.getByText('The server cannot be reached.')).toBeHidden()
    expect(JSON.parse((await stored(page)) ?? '{}').expires_at).toBeGreaterThan(1)
  })
}

test('nothing is lost if the connection breaks while files load and while lessons are sent', async ({
  device,
  connection,
  world,
}) => {
  const { member, course, texts } = await readerWithCourse(world)
  const { page, context } = await device.start(member)
  await page.goto('/app/dashboard')
  const filesOfWorker = () => {
    const at = connection.forwarded.indexOf('GET /worker.js')
    return at < 0
      ? 0
      : connection.forwarded.slice(at).filter((what) => what.includes('/assets/')).length
  }
  await expect.poll(filesOfWorker, { intervals: [5] }).toBeGreaterThan(5)
  connection.setState('refused')
  await expect(page.getByText('You see what is saved')).toBeHidden()
  connection.setState('open')
  await page.reload()
  await readyForOffline(page, TEXTS + 1)

  await context.setOffline(true)
  await page.goto(lesson(course, texts[0] ?? ''))
  await finish(page, 1, TEXTS)
  await reconnect(context)
  const sent = () =>
    connection.forwarded.filter((what) => what === 'POST /rest/v1/lesson_completions').length
  await expect.poll(sent, { intervals: [5] }).toBeGreaterThan(5)
  connection.setState('refused')
  await device.close()
  connection.setState('open')
  const again = await device.start()
  await again.page.goto('/app/dashboard')
  await expect.poll(() => world.completed(member)).toEqual([course.lessons.link, ...texts])
  await expect(again.page.getByText('21 of 23 lessons').first()).toBeVisible()
})

test('signing out deletes the offline cache, also in another tab and when the server ends the session', async ({
  device,
  world,
}) => {
  const { member } = await readerWithCourse(world)
  const { page, context } = await device.start(member)
  await page.goto('/app/dashboard')
  await readyForOffline(page, TEXTS + 1)
  const other = await context.newPage()
  await other.goto('/app/dashboard')
  await expect(library(other)).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(other).toHaveURL(/\/login/)
  await expect.poll(() => cachedKeys(other)).toEqual([])

  // Stores the session directly, because signing in needs a connection.
  await storeSession(page, await world.signedIn(member))
  await page.goto('/app/dashboard')
  await readyForOffline(page, TEXTS + 1)
  await context.setOffline(true)
  await expireToken(page)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await stored(page)).toBeNull()
  await expect.poll(() => cachedKeys(page)).toEqual([])
  await reconnect(context)

  await storeSession(page, await world.signedIn(member))
  await page.goto('/app/dashboard')
  await readyForOffline(page, TEXTS + 1)
  await world.endSessions(member)
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => cachedKeys(page)).toEqual([])
  await context.setOffline(true)
  await page.goto('/app/dashboard')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})

test('a second person on the device sees no data of the first, online or offline', async ({
  device,
  world,
}) => {
  const { member, course, texts } = await readerWithCourse(world)
  const other = await world.person()
  const { page, context } = await device.start(member)
  await page.goto('/app/dashboard')
  await readyForOffline(page, TEXTS + 1)

  // The session in the browser's storage is replaced without a sign-out.
  await storeSession(page, await world.signedIn(other))
  await context.setOffline(true)
  await page.goto('/app/dashboard')
  await expect(page.getByRole('heading', { name: 'Your library needs a connection' })).toBeVisible()
  await expect(page.getByText(course.title)).toHaveCount(0)
  await page.goto(lesson(course, texts[0] ?? ''))
  await expect(page.getByRole('heading', { name: 'This course needs a connection' })).toBeVisible()
  await expect.poll(() => cachedKeys(page)).toEqual([])

  await reconnect(context)
  await page.goto('/app/dashboard')
  await expect(page.getByText('No courses available')).toBeVisible()
  await expect
    .poll(async () => (await cachedKeys(page)).map(([person]) => person))
    .toContain(other.id)
  expect((await cachedKeys(page)).map(([person]) => person)).not.toContain(member.id)
})

test('content whose access ended is deleted from the device at the next contact', async ({
  device,
  world,
}) => {
  const { member, course } = await readerWithCourse(world)
  const { page, context } = await device.start(member)
  await page.goto('/app/dashboard')
  await readyForOffline(page, TEXTS + 1)
  await world.sql('delete from public.entitlements where user_id = $1', [member.id])
  await page.reload()
  await expect(page.getByText('No courses available')).toBeVisible()
  await readyForOffline(page, 0)
  await context.setOffline(true)
  await page.goto(lesson(course, course.lessons.text))
  await expect(page.getByRole('heading', { name: 'This course needs a connection' })).toBeVisible()
})

test('a new build is used at the next load, and the open page continues with its own files', async ({
  device,
  connection,
  world,
}) => {
  const { member } = await readerWithCourse(world)
  const { page } = await device.start(member)
  await page.goto('/app/dashboard')
  await readyForOffline(page, TEXTS + 1)
  const isOfProfile = (path: string) => path.startsWith('/assets/profile-page')

  // Simulates the next build: the page has another script, and a file that the open page may still need is missing.
  connection.rewrite((path, text) => {
    if (isOfProfile(path)) return null
    if (path === '/worker.js') {
      return text.replace(/`portal-/, '`portal-next-').replace(/\/assets\/profile-page[^,]*,/g, '')
    }
    return text.replace('<title>Rookies</title>', '<title>Rookies</title><meta name="next" />')
  })
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    const changed = new Promise((resolve) => {
      serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
    await (await serviceWorker.getRegistration())?.update()
    await changed
  })
  const state = () => page.evaluate(() => navigator.serviceWorker.controller?.state)
  await expect.poll(state).toBe('activated')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()

  const next = page.locator('meta[name=next]')
  await expect(next).toHaveCount(0)
  await page.goto('/app/dashboard')
  await expect(next).toHaveCount(1)
  connection.setState('refused')
  await page.reload()
  await expect(library(page)).toBeVisible()
  await expect(next).toHaveCount(1)
})

test("the service worker ignores the back-office and the project's services", async ({
  device,
  connection,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const { page, context } = await device.start(admin)
  await page.goto('/app/dashboard')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const served: string[] = []
  page.on('response', (response) => {
    if (response.fromServiceWorker()) served.push(new URL(response.url()).pathname)
  })
  await page.goto('/app/dashboard')
  await expect(library(page)).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(served.some((path) => path.startsWith('/assets/'))).toBe(true)
  expect(served.filter((path) => /^\/(admin|rest|auth|realtime)/.test(path))).toEqual([])
  const cached = await page.evaluate(async () => {
    const names = await caches.keys()
    const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return found.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(
    cached.filter((path) => !/^\/(assets\/.*|favicon\.svg|(?:page|runner)\.html)?$/.test(path)),
  ).toEqual([])
  await context.setOffline(true)
  await expect(page.goto('/admin')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
  expect(connection.forwarded).toContain('GET /worker.js')
})
