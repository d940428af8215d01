import { fakeProvider, startPlayer } from '../../support/fake-player'
import { expect, test } from '../../support/fixtures'
import { memberWithVideo, position, progress, setVideoProvider } from '../../support/watcher'
import { origin } from '../../support/world'

test('a video of every provider resumes at the same second on another device', async ({
  open,
  world,
}) => {
  const { member, course, path } = await memberWithVideo(world)
  const laptop = await open(member, '/app/dashboard')
  const phone = await open(member, '/app/dashboard', { viewport: { width: 360, height: 740 } })
  for (const provider of ['YOUTUBE', 'VIMEO', 'CF', 'MUX'] as const) {
    await test.step(provider, async () => {
      await setVideoProvider(world, course, provider, 90)
      await fakeProvider(laptop.context(), provider, origin(), 600)
      await laptop.goto(path)
      const player = await startPlayer(laptop)
      // At the first visit, the video starts at the second that its link names.
      expect(await player.evaluate(() => window.player.position())).toBe(90)
      await player.evaluate(() => window.player.play(200, 203.5))
      await expect.poll(() => position(world, member, course)).toBe(203.5)
      expect((await progress(world, member, course))?.watched).toMatch(/^\{\[200,20[34]\)\}$/)

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
})

test('leaving the page in the middle of a video keeps the position', async ({ open, world }) => {
  const { member, course, path } = await memberWithVideo(world)
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

test('the next lesson opens after the end, unless the person stops it', async ({ open, world }) => {
  const { member, course, path } = await memberWithVideo(world)
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
