import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures'
import type { Screen } from './screens'
import { watch } from './watch'
import { demo, origin } from './world'

/** How a screen is looked at. */
interface Look {
  colorScheme: 'light' | 'dark'
  viewport?: { width: number; height: number }
}

interface Room {
  page: Page
  /** The local storage of one who is signed in, or nothing. */
  storage: Record<string, string>
  close: () => Promise<void>
}

interface Fixtures {
  /**
   * Shows a screen in its state. States share one page for each person, whose browser has read and
   * compiled the product once; what one of them leaves behind is gone before the next.
   */
  visit: (screen: Screen, look: Look) => Promise<Page>
}

interface WorkerFixtures {
  newRoom: (as: Screen['as']) => Promise<Room>
  rooms: Map<Screen['as'], Room>
}

/** A file of the product's own site in which none of its code runs. */
const QUIET = '/favicon.svg'
const VIEWPORT = { width: 1280, height: 800 }

export const test = base.extend<Fixtures, WorkerFixtures>({
  newRoom: [
    async ({ browser, sharedWorld }, use) => {
      await use(async (as) => {
        const storage: Record<string, string> =
          as === 'visitor'
            ? {}
            : { 'rookies-auth': JSON.stringify(await sharedWorld.session(demo(as))) }
        const context = await browser.newContext({ baseURL: origin(), reducedMotion: 'reduce' })
        return { page: await context.newPage(), storage, close: () => context.close() }
      })
    },
    { scope: 'worker' },
  ],
  rooms: [
    async ({ browserName: _ }, use) => {
      const rooms = new Map<Screen['as'], Room>()
      await use(rooms)
      for (const room of rooms.values()) await room.close()
    },
    { scope: 'worker' },
  ],
  visit: async ({ rooms, newRoom }, use) => {
    const leave: (() => Promise<void>)[] = []
    const problems: string[] = []
    await use(async (screen, look) => {
      const room = (!screen.ownPage && rooms.get(screen.as)) || (await newRoom(screen.as))
      if (!screen.ownPage) rooms.set(screen.as, room)
      const { page, storage } = room

      await page.goto(QUIET)
      await page.evaluate((entries) => {
        localStorage.clear()
        sessionStorage.clear()
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
      }, storage)
      await page.emulateMedia({ colorScheme: look.colorScheme, forcedColors: 'none' })
      await page.setViewportSize(look.viewport ?? VIEWPORT)
      const watched = watch(page, screen.expectProblems ?? [])
      leave.push(async () => {
        problems.push(...watched.found())
        watched.stop()
        if (screen.ownPage) return room.close()
        // Ends the calls that wait: once nothing holds them back, they would reach the product.
        await page.goto('about:blank')
        await page.context().setOffline(false)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await page.context().unrouteAll({ behavior: 'ignoreErrors' })
      })

      await screen.mock?.(page)
      await page.goto(screen.path)
      await screen.prepare?.(page)
      await expect(page.getByText(screen.shows).filter({ visible: true }).first()).toBeVisible({
        timeout: 30_000,
      })
      return page
    })
    for (const end of leave) await end()
    expect(problems, 'nothing went wrong unnoticed in the browser').toEqual([])
  },
})

export { expect } from './fixtures'
