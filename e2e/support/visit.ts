import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures'
import type { Room, Storage } from './rooms'
import type { Screen } from './screens'
import { type Watch, watch } from './watch'
import { demo } from './world'

/** How a screen is looked at. */
interface Look {
  colorScheme: 'light' | 'dark'
  viewport?: { width: number; height: number }
}

interface Fixtures {
  /** Shows a screen in its state. States use the rooms one after another, as journeys do. */
  visit: (screen: Screen, look: Look) => Promise<Page>
}

interface WorkerFixtures {
  /** What the browser of each person of the seed data has stored: one session for all of their states. */
  storages: Map<Screen['as'], Storage>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  storages: [
    async ({ sharedWorld }, use) => {
      const storages = new Map<Screen['as'], Storage>([['visitor', {}]])
      for (const name of ['newcomer', 'member', 'admin', 'creator', 'moderator'] as const) {
        storages.set(name, await sharedWorld.signedIn(demo(name)))
      }
      await use(storages)
    },
    { scope: 'worker' },
  ],
  visit: async ({ rooms, storages }, use) => {
    const taken: { room: Room; watched: Watch }[] = []
    await use(async (screen, look) => {
      const room = await rooms.take(storages.get(screen.as) ?? {}, { viewport: look.viewport })
      const { page } = room
      if (screen.ownPage) room.spent = true
      await page.emulateMedia({ colorScheme: look.colorScheme, forcedColors: 'none' })
      taken.push({ room, watched: watch(page, screen.expectProblems ?? []) })

      await screen.mock?.(page)
      await page.goto(screen.path)
      await screen.prepare?.(page)
      await expect(page.getByText(screen.shows).filter({ visible: true }).first()).toBeVisible()
      // What a state shows may stand in the bar, which is drawn before the page below it.
      await expect(page.locator('main h1, dialog[open], [role="dialog"]').first()).toBeAttached()
      return page
    })
    const problems = taken.flatMap(({ watched }) => watched.found())
    for (const { room } of taken) await rooms.leave(room)
    expect(problems, 'nothing went wrong unnoticed in the browser').toEqual([])
  },
})

export { expect } from './fixtures'
