import { fakeProvider, startPlayer } from '../../support/fake-player'
import { expect, test } from '../../support/fixtures'
import { completionsSent, HINT, lessonSettled } from '../../support/outbox'
import { origin } from '../../support/world'

/** Console errors of a browser without a connection. */
const CUT = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /ERR_CONNECTION/, /Failed to fetch/]

test('the last change wins, and the next visit sends the changes of an offline visit', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse(['link'])
  const page = await open(member, `/app/courses/${course.slug}/lesson/${course.lessons.text}`, {
    expectProblems: [...CUT, /answered 5/],
  })
  let reachable = false
  const cut: string[] = []
  await page.route('**/rest/v1/**', (route) => {
    const method = route.request().method()
    if (reachable) return route.continue()
    cut.push(method)
    return route.abort('connectionfailed')
  })
  await page.getByRole('button', { name: 'Mark As Complete' }).click()
  await page.getByRole('button', { name: 'Lesson options' }).click()
  await page.getByRole('menuitem', { name: 'Mark as not complete' }).click()
  await page.getByRole('button', { name: 'Mark As Complete' }).click()
  await page
    .getByRole('complementary')
    .getByRole('link', { name: /Link lesson/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Link lesson' })).toBeVisible()
  expect(await world.completed(member)).toEqual([course.lessons.link])
  await page.close()

  reachable = true
  const next = await page.context().newPage()
  await next.goto('/app/dashboard')
  await expect.poll(() => world.completed(member)).toContain(course.lessons.text)
  await expect(next.getByRole('article').getByText('2 of 3 lessons')).toBeVisible()
  await expect
    .poll(() => next.evaluate(() => Object.keys(localStorage).join()))
    .not.toContain('outbox')
})

test('two tabs send one change once', async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  const first = await open(member, `/app/courses/${course.slug}`, { expectProblems: CUT })
  const second = await first.context().newPage()
  await second.goto(`/app/courses/${course.slug}`)
  await expect(second.getByRole('button', { name: 'Mark As Complete' })).toBeEnabled()
  const sent = completionsSent(first.context())
  await first.context().setOffline(true)
  await first.getByRole('button', { name: 'Mark As Complete' }).click()
  await expect(second.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled()
  await first.context().setOffline(false)
  await expect.poll(() => world.completed(member)).toEqual([course.lessons.text])
  for (const page of [first, second]) {
    await expect(page.getByRole('main').getByText(HINT)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled()
  }
  expect(sent).toEqual(['POST'])
})

test('a tab whose outbox code loads late learns what another tab has sent', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const first = await open(member, `/app/courses/${course.slug}`, { expectProblems: CUT })
  await lessonSettled(first)
  const second = await first.context().newPage()
  let asked = 0
  const hold = () => {
    asked += 1
  }
  await second.route('**/run-sync*', hold)
  await second.goto(`/app/courses/${course.slug}`)
  await expect(second.getByRole('button', { name: 'Mark As Complete' })).toBeEnabled()
  await first.context().setOffline(true)
  await first.getByRole('button', { name: 'Mark As Complete' }).click()
  await expect(second.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled()
  await first.context().setOffline(false)
  await expect.poll(() => world.completed(member)).toEqual([course.lessons.text])
  await expect
    .poll(() => second.evaluate(() => Object.keys(localStorage).join()))
    .not.toContain('outbox')
  await expect.poll(() => asked).toBeGreaterThan(0)
  // The held requests continue.
  await second.unroute('**/run-sync*', hold)
  await expect(second.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled()
})

test('nothing is lost if the connection breaks before the outbox code has loaded', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/no/such/place', { expectProblems: CUT })
  await page.route('**/assets/run-sync*', (route) => route.abort('internetdisconnected'))
  await page.goto(`/app/courses/${course.slug}`)
  await page.getByRole('button', { name: 'Mark As Complete' }).click()
  await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled()
  await page.unroute('**/assets/run-sync*')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled()
  await expect.poll(() => world.completed(member)).toEqual([course.lessons.text])
})

test('a token that expired offline is refreshed before anything is sent', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, `/app/courses/${course.slug}`, { expectProblems: CUT })
  await lessonSettled(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Mark As Complete' }).click()
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('rookies-auth') ?? '{}')
    localStorage.setItem('rookies-auth', JSON.stringify({ ...session, expires_at: 1 }))
  })
  const renewed = page.waitForResponse(/token\?grant_type=refresh_token/)
  await page.context().setOffline(false)
  expect((await renewed).status()).toBe(200)
  await expect.poll(() => world.completed(member)).toEqual([course.lessons.text])
})

test('a position in a video is kept offline, and completes the lesson when the connection returns', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/app/dashboard', { expectProblems: CUT })
  await fakeProvider(page.context(), 'YOUTUBE', origin(), 4)
  await page.goto(`/app/courses/${course.slug}/lesson/${course.lessons.video}`)
  const player = await startPlayer(page)
  await page.route('**/rpc/record_progress', (route) => route.abort('connectionfailed'))
  await player.evaluate(() => window.player.play(0, 4))
  await expect(page.getByText('100% watched')).toBeVisible()
  expect(await world.completed(member)).toEqual([])
  await page.unroute('**/rpc/record_progress')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('Lesson completed', { exact: true })).toBeVisible()
  expect(await world.completed(member)).toEqual([course.lessons.video])
})
