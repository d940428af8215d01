import { fakePlayer, fakeProvider, startPlayer } from '../support/fake-player'
import { expect, test } from '../support/fixtures'
import { stored, write, yourNotes } from '../support/notes'
import { origin } from '../support/world'

test('a member writes a note at a second of a video by keyboard, and returns there from the note', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/app/dashboard')
  await fakeProvider(page.context(), 'YOUTUBE', origin(), 600)
  await page.goto(`/app/courses/${course.slug}/lesson/${course.lessons.video}`)
  const section = await yourNotes(page)
  const player = await startPlayer(page)
  await player.evaluate(() => window.player.jump(431))
  // The page receives the new position of the player some time later, without a visible sign.
  await expect(async () => {
    await page.keyboard.press('a')
    const heard = await page.getByRole('dialog', { name: 'New note at 07:11' }).isVisible()
    if (!heard) await page.keyboard.press('Escape')
    expect(heard).toBe(true)
  }).toPass()
  await write(page, 'The trick with the base')
  await expect(section.getByText('The trick with the base')).toBeVisible()
  await expect
    .poll(() => stored(world, member))
    .toEqual([{ body: 'The trick with the base', at_seconds: 431, quote: null }])

  await player.evaluate(() => window.player.jump(500))
  await section.getByRole('button', { name: 'Play from 07:11' }).click()
  await expect.poll(() => player.evaluate(() => window.player.position())).toBeLessThan(440)

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Your notes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your notes' })).toBeFocused()
  await page.getByRole('link', { name: 'Video lesson at 07:11' }).click()
  const again = await fakePlayer(page)
  expect(again.url()).toContain('start=431')
})
