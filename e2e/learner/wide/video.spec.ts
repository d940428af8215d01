import { fakePlayer, fakeProvider, pressPoster, startPlayer } from '../../support/fake-player'
import { expect, test } from '../../support/fixtures'
import { IDS, position, progress, watcher } from '../../support/watcher'
import { origin } from '../../support/world'

for (const provider of ['YOUTUBE', 'VIMEO', 'CF', 'MUX'] as const) {
  test(`a video at ${provider} resumes at the same second on another device`, async ({
    open,
    world,
  }) => {
    const { member, course, path } = await watcher(world, provider, 90)
    const laptop = await open(member, '/app/dashboard')
    await fakeProvider(laptop.context(), provider, origin(), 600)
    await laptop.goto(path)
    const player = await startPlayer(laptop)
    // The first time the video starts where its link says.
    expect(await player.evaluate(() => window.player.position())).toBe(90)
    await player.evaluate(() => window.player.play(200, 203.5))
    await expect.poll(() => position(world, member, course)).toBe(203.5)
    expect((await progress(world, member, course))?.watched).toMatch(/^\{\[200,20[34]\)\}$/)

    const phone = await open(member, '/app/dashboard', { viewport: { width: 360, height: 740 } })
    await fakeProvider(phone.context(), provider, origin(), 600)
    await phone.goto(path)
    const resumed = await startPlayer(phone)
    expect(await resumed.evaluate(() => window.player.position())).toBe(203)
    const place = await phone.getByText('Resumed at 03:23').boundingBox()
    expect(place?.width).toBeGreaterThan(100)
    await phone.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => resumed.evaluate(() => window.player.position())).toBe(90)
  })
}

test('what was watched on two devices adds up', async ({ open, world }) => {
  const { member, course, path } = await watcher(world)
  const pages = await Promise.all([0, 1].map(() => open(member, '/app/dashboard')))
  const players = await Promise.all(
    pages.map(async (page) => {
      await fakeProvider(page.context(), 'YOUTUBE', origin(), 100)
      await page.goto(path)
      return startPlayer(page)
    }),
  )
  await players[0]?.evaluate(() => window.player.play(0, 3))
  await players[1]?.evaluate(() => window.player.play(50, 53))
  await expect
    .poll(async () => (await progress(world, member, course))?.watched)
    .toBe('{[0,3),[50,53)}')
})

test('leaving the page in the middle of a video keeps the position', async ({ open, world }) => {
  const { member, course, path } = await watcher(world)
  const page = await open(member, '/app/dashboard')
  await fakeProvider(page.context(), 'YOUTUBE', origin(), 600)
  await page.goto(path)
  const player = await startPlayer(page)
  await player.evaluate(() => window.player.play(300, 600))
  await player.waitForFunction(() => window.player.position() > 302)
  const left = await player.evaluate(() => window.player.position())
  await page.goto('about:blank')
  await expect.poll(() => position(world, member, course)).toBeGreaterThanOrEqual(left - 0.5)
})

test('the browser remembers the speed', async ({ open, world }) => {
  const { member, path } = await watcher(world)
  const page = await open(member, '/app/dashboard')
  await fakeProvider(page.context(), 'YOUTUBE', origin(), 600)
  await page.goto(path)
  const player = await startPlayer(page)
  await player.evaluate(() => window.player.play(0, 1))
  await player.evaluate(() => window.player.rate(1.5))
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('rookies-player')))
    .toContain('1.5')
  await page.reload()
  const next = await startPlayer(page)
  await expect.poll(() => next.evaluate(() => window.player.speed())).toBe(1.5)
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1.25×')
  await expect.poll(() => next.evaluate(() => window.player.speed())).toBe(1.25)
})

test('the next lesson opens after the end, unless the person stops it', async ({ open, world }) => {
  const { member, course, path } = await watcher(world)
  const page = await open(member, '/app/dashboard')
  await fakeProvider(page.context(), 'YOUTUBE', origin(), 60)
  await page.goto(path)
  const player = await startPlayer(page)
  await page.locator('iframe').focus()
  await player.evaluate(() => window.player.play(59, 60))
  await expect(page.getByRole('button', { name: 'Stay here' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Next lesson' })).toBeHidden()
  await player.evaluate(() => window.player.play(59, 60))
  await page.getByRole('button', { name: 'Continue now' }).click()
  await expect(page).toHaveURL(`/app/courses/${course.slug}/lesson/${course.lessons.link}`)
})

test('a provider that does not answer leaves ways on', async ({ open, world }) => {
  const { member, path } = await watcher(world)
  const page = await open(member, '/app/dashboard')
  await page.clock.install()
  await page.goto(path)
  await pressPoster(page)
  await expect(page.locator('iframe')).toBeVisible()
  await page.clock.fastForward(5_500)
  await expect(page.getByText("The video can't be reached")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Watch on YouTube' })).toHaveAttribute(
    'href',
    `https://www.youtube.com/watch?v=${IDS.YOUTUBE}`,
  )
  await fakeProvider(page.context(), 'YOUTUBE', origin(), 600)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText("The video can't be reached")).toBeHidden()
  await fakePlayer(page)
  await page.clock.fastForward(5_500)
  await expect(page.getByText("The video can't be reached")).toBeHidden()
})

test('a player that never reports gets no watched share', async ({ open, world }) => {
  const { member, course, path } = await watcher(world, 'LOOM')
  const page = await open(member, '/app/dashboard')
  await page.route('https://www.loom.com/**', (route) => route.fulfill({ body: '' }))
  await page.goto(path)
  await pressPoster(page)
  await expect(page.locator('iframe')).toHaveAttribute('src', /^https:\/\/www\.loom\.com\/embed\//)
  await expect(page.getByText('% watched')).toBeHidden()
  await page.getByRole('button', { name: 'Mark As Complete' }).click()
  await expect.poll(() => world.completed(member)).toEqual([course.lessons.video])
  expect(await progress(world, member, course)).toBeUndefined()
})

test('another window cannot pose as the player', async ({ open, world }) => {
  const { member, course, path } = await watcher(world)
  const page = await open(member, '/app/dashboard')
  await fakeProvider(page.context(), 'YOUTUBE', origin(), 600)
  await page.goto(path)
  const player = await startPlayer(page)
  await page.evaluate(() => {
    for (const currentTime of [1, 2, 3]) {
      const info = { currentTime, duration: 3, playerState: 1 }
      window.postMessage(JSON.stringify({ event: 'infoDelivery', info }), '*')
    }
  })
  await player.evaluate(() => window.player.play(100, 101))
  await expect.poll(() => position(world, member, course)).toBe(101)
  expect((await progress(world, member, course))?.watched).toBe('{[100,101)}')
  expect(await world.completed(member)).toEqual([])
})
