import {
  bellOf,
  countSockets,
  itemOf,
  newTitle,
  notify,
  openBell,
} from '../../support/notifications'
import { expect, test } from '../../support/own-product'

/** Errors that a browser logs for its requests while the backend is down. */
const GONE = [
  /ERR_CONNECTION/,
  /ERR_EMPTY_RESPONSE/,
  /Failed to fetch/,
  /WebSocket connection/,
  /answered 503/,
  /status of 503/,
  /not a supported stylesheet MIME type/,
]

test('open pages are live again after the backend restarts, and miss no notification', async ({
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
      await expect.poll(() => sockets.bell).toBe(1)
      return { person, page, sockets }
    }),
  )

  await restart()
  // The notification is sent before any page receives live changes again.
  const missed = newTitle('While nothing listened')
  await notify(world, 'everybody', missed)
  for (const { page, sockets } of pages) {
    await expect.poll(() => sockets.bell).toBe(1)
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
