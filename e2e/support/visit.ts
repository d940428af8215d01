import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures'
import type { PooledPage, Storage } from './page-pool'
import { type ProblemWatch, watchProblems } from './page-problems'
import type { Screen } from './screens'
import { demo } from './world'

interface VisitOptions {
  colorScheme: 'light' | 'dark'
  viewport?: { width: number; height: number }
}

interface Fixtures {
  /** Shows a screen in its state. States use the pool's pages, as journeys do. */
  visit: (screen: Screen, options: VisitOptions) => Promise<Page>
}

interface WorkerFixtures {
  /** The browser storage of each person of the seed data: one session for all of their states. */
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
  visit: async ({ pagePool, storages }, use) => {
    const acquired: { pooled: PooledPage; watched: ProblemWatch }[] = []
    await use(async (screen, options) => {
      const pooled = await pagePool.acquire(storages.get(screen.as) ?? {}, {
        viewport: options.viewport,
      })
      const { page } = pooled
      if (screen.ownPage) pooled.dirty = true
      await page.emulateMedia({ colorScheme: options.colorScheme, forcedColors: 'none' })
      acquired.push({ pooled, watched: watchProblems(page, screen.expectProblems ?? []) })

      await screen.mock?.(page)
      await page.goto(screen.path)
      await screen.prepare?.(page)
      await expect(page.getByText(screen.shows).filter({ visible: true }).first()).toBeVisible()
      // The expected text may be in the top bar, which is drawn before the page below it.
      await expect(page.locator('main h1, dialog[open], [role="dialog"]').first()).toBeAttached()
      return page
    })
    const problems = acquired.flatMap(({ watched }) => watched.found())
    for (const { pooled } of acquired) await pagePool.release(pooled)
    expect(problems, 'nothing went wrong unnoticed in the browser').toEqual([])
  },
})

export { expect } from './fixtures'
