import { fakeProvider, startPlayer } from '../support/fake-player'
import { expect, test } from '../support/fixtures'
import { memberWithVideo, position } from '../support/watcher'
import { origin } from '../support/world'

test('a learner completes a lesson once by watching its video, and not again after an undo', async ({
  open,
  world,
}) => {
  const { member, course, path } = await memberWithVideo(world)
  const page = await open(member, '/app/dashboard')
  await fakeProvider(page.context(), 'YOUTUBE', origin(), 10)
  await page.goto(path)
  const player = await startPlayer(page)
  // A jump to the end does not count as watched.
  await player.evaluate(() => window.player.jump(9.5))
  await player.evaluate(() => window.player.play(0, 4))
  await expect.poll(() => position(world, member, course)).toBe(4)
  await expect(page.getByRole('article').getByText('40% watched')).toBeVisible()
  expect(await world.completed(member)).toEqual([])
  // The rest plays at double speed; seconds of the video count, not seconds of the clock.
  await player.evaluate(() => window.player.rate(2))
  await player.evaluate(() => window.player.play(4, 10))
  await expect(page.getByText('Lesson completed', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled()
  expect(await world.completed(member)).toEqual([course.lessons.video])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Mark As Complete' })).toBeEnabled()
  await expect.poll(() => world.completed(member)).toEqual([])
  await player.evaluate(() => window.player.play(5, 8))
  await expect.poll(() => position(world, member, course)).toBe(8)
  expect(await world.completed(member)).toEqual([])
  await expect(page.getByRole('button', { name: 'Mark As Complete' })).toBeEnabled()
})
