import { bellOf, countSockets, itemOf, newTitle, notify, openBell } from '../support/notifications'
import { expect, test } from '../support/own-product'

/** What a browser says of a backend that is not there, or not yet, whatever it was fetching ahead at that moment. */
const GONE = [
  /ERR_CONNECTION/,
  /ERR_EMPTY_RESPONSE/,
  /Failed to fetch/,
  /WebSocket connection/,
  /answered 503/,
  /status of 503/,
  /not a supported stylesheet MIME type/,
]

test('a backend that is restarted under open pages is live in them again, with nothing missed', async ({
  open,
  restart,
  world,
}) => {
  const people = [await world.person(), await world.person()]
  const pages = await Promise.all(
    people.map(async (person) => {
      const page = await open(person, '/terms', { expectProblems: GONE })
      const sockets = countSockets(page)
      await page.goto('/app/dashboard')
      await expect.poll(() => sockets.listening).toBe(1)
      return { person, page, sockets }
    }),
  )

  await restart()
  // Before anybody listens again.
  const missed = newTitle('While nothing listened')
  await notify(world, 'everybody', missed)
  for (const { page, sockets } of pages) {
    await expect.poll(() => sockets.listening).toBe(1)
    await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread')
  }

  for (const { person, page } of pages) {
    const own = newTitle('Live again')
    await openBell(page)
    await expect(itemOf(page, missed)).toHaveCount(1)
    await notify(world, person, own)
    await expect(itemOf(page, own)).toBeVisible()
  }
})
