import type { Page, Route } from '@playwright/test'
import { endSessionsAt } from '../../support/end-sessions'
import { expect, test } from '../../support/fixtures'

const outline = '**/rpc/course_outline*'
// Requests for this lesson only, because the browser fetches the other texts of an opened course in advance.
const lesson = '**/rest/v1/lessons?*not-a-uuid*'

/** Counts the requests to an address, and answers them. */
async function answering(page: Page, pattern: string, answer: (route: Route) => Promise<void>) {
  const asked = { times: 0 }
  await page.route(pattern, (route) => {
    asked.times += 1
    return answer(route)
  })
  return asked
}

const faults: [string, (route: Route) => Promise<void>, number][] = [
  // A temporary error is requested three times in all, a permanent one once.
  ['500', (route) => route.fulfill({ status: 500, json: { message: 'broken' } }), 3],
  ['503', (route) => route.fulfill({ status: 503, body: 'upstream is away' }), 3],
  ['an answer that is cut off', (route) => route.fulfill({ status: 200, body: '{"id": "c0' }), 3],
  ['an answer of another kind', (route) => route.fulfill({ json: ['not', 'a', 'course'] }), 1],
  ['no answer', (route) => route.abort('connectionreset'), 3],
]

test('the viewer says when the answer about a course is wrong or missing, and opens the course after Retry', async ({
  open,
  world,
}) => {
  // A course that was opened once is in the offline cache, so each fault gets another course.
  const member = await world.person()
  const courses = await Promise.all(faults.map(() => world.course()))
  for (const course of courses) await world.entitle(member, course)
  const page = await open(member, '/app/dashboard', { expectProblems: [/50[03]/, /ERR_/] })
  for (const [at, [what, answer, most]] of faults.entries()) {
    await test.step(what, async () => {
      const { title, slug } = courses[at] ?? {}
      if (at > 0) await page.goto('/app/dashboard')
      const link = page.getByRole('heading', { name: title }).getByRole('link')
      await expect(link).toBeVisible()
      const asked = await answering(page, outline, answer)
      await link.click()

      const sentence =
        what === 'no answer'
          ? 'This course needs a connection'
          : 'Failed to load course. Please try again later.'
      await expect(page.getByText(sentence)).toBeVisible()
      expect(asked.times).toBe(most)
      await page.getByText('Debug information').click()
      await expect(page.getByText(`/app/courses/${slug}`)).toBeVisible()
      await page.unroute(outline)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('heading', { name: 'Reading lesson' })).toBeVisible()
    })
  }

  await test.step('an invalid lesson id requests nothing', async () => {
    const asked = await answering(page, lesson, (route) => route.continue())
    await page.goto(`/app/courses/${courses[0]?.slug}/lesson/not-a-uuid`)
    await expect(page.getByText('Select a lesson from the sidebar to get started.')).toBeVisible()
    expect(asked.times).toBe(0)
  })
})

test('a person whose session has ended signs in and returns', async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/app/dashboard', {
    // The page may read the account or store its time zone after the session has ended.
    expectProblems: [/400/, /401.*(boot|note_time_zone)|status of 401/],
  })
  // All sessions are ended on another device, and the token expires. Both happen at the press: if they happened
  // earlier, the page's own requests or a prefetch under the pointer would leave the page first.
  await endSessionsAt(page, '**/auth/v1/token*', world, member)
  const link = page.getByRole('heading', { name: course.title }).getByRole('link')
  await link.evaluate((element) => {
    const session = JSON.parse(localStorage.getItem('rookies-auth') ?? '{}')
    localStorage.setItem('rookies-auth', JSON.stringify({ ...session, expires_at: 1 }))
    if (element instanceof HTMLElement) element.click()
  })
  await expect(page).toHaveURL(/\/login\?from=/)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Reading lesson' })).toBeVisible()
})

test('a lesson stays when an optional section does not load, and a button loads the section', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/app/profile', {
    expectProblems: [/ERR_FAILED/, /Failed to fetch/],
  })
  const beside = '**/assets/{lesson-actions,lesson-notes,shortcuts-dialog}*.js'
  await page.route(beside, (route) => route.abort('failed'))
  await page.goto(`/app/courses/${course.slug}`)
  const buttons = page.getByText('The lesson actions could not be loaded.')
  const notes = page.getByText('Your notes could not be loaded.')
  await expect(page.getByRole('heading', { name: 'Why we read' })).toBeVisible()
  await expect(buttons).toBeVisible()
  await expect(notes).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByText('The shortcuts could not be loaded.')).toBeVisible()

  await page.unroute(beside)
  await buttons.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Mark As Complete' })).toBeEnabled()
  // If the browser caches the failed import, the page has reloaded, and the section is there already.
  const addNote = page.getByRole('button', { name: 'Add note' })
  await expect(addNote.or(notes)).toBeVisible()
  if (await notes.isVisible()) await notes.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(addNote).toBeEnabled()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('files that a deploy removed are replaced after one reload, and files that never load end in an error message with a way on', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/login', {
    expectProblems: [/404/, /dynamically imported/, /console: /],
  })
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
  let stale = true
  page.on('request', (request) => {
    // The reloaded page names files that exist.
    if (request.isNavigationRequest()) stale = false
  })
  await page.route('**/assets/course-page-*.js', (route) =>
    stale ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await page.getByRole('heading', { name: course.title }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Reading lesson' })).toBeVisible()
  expect(stale).toBe(false)

  // Checks that the page does not reload again and again.
  await page.route('**/assets/library-page-*.js', (route) =>
    route.fulfill({ status: 404, body: '' }),
  )
  await page.goto('/app/dashboard')
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible()
  await page.unroute('**/assets/library-page-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Courses Library' })).toBeVisible()
})

test('the page says that it is offline, and loads the rest when the connection returns', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/app/dashboard', { expectProblems: [/ERR_/] })
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
  // Waits until the library has preloaded the viewer's code.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/course-page-')),
  )
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByRole('heading', { name: course.title }).getByRole('link').click()
  await expect(page.getByText('This course needs a connection')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Reading lesson' })).toBeVisible()
})

test('code that did not load offline loads when the connection returns', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/login', { expectProblems: [/ERR_/, /console: /] })
  await page.route('**/assets/course-page-*', (route) => route.abort('internetdisconnected'))
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('heading', { name: course.title }).getByRole('link').click()
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.unroute('**/assets/course-page-*')
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Reading lesson' })).toBeVisible()
})

test('a person whose account is disabled while the page is open sees a message, and continues without a reload once it is enabled', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  // The code that notices a disabled account loads after the first screen.
  const noticing = (page: Page) =>
    page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('after-paint')),
    )
  const page = await open(member, '/app/dashboard', { expectProblems: [/403/] })
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
  await noticing(page)
  await world.sql('update public.profiles set disabled_at = now() where id = $1', [member.id])
  // Without moving the mouse: a pointer over the link would prefetch the course, and the page could change before the
  // press.
  await page.getByRole('heading', { name: course.title }).getByRole('link').dispatchEvent('click')
  await expect(page.getByRole('heading', { name: 'Account Disabled' })).toBeVisible()

  await world.sql('update public.profiles set disabled_at = null where id = $1', [member.id])
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Reading lesson' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
})
