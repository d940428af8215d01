import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures'
import type { Storage } from './page-pool'
import { type ProblemWatch, watchProblems } from './page-problems'
import type { Screen } from './screens'
import { SharedLoad } from './shared-load'
import { demo } from './world'

interface VisitOptions {
  colorScheme: 'light' | 'dark'
  viewport?: { width: number; height: number }
  /** True if the state may reuse the page that an earlier state has loaded. */
  shared?: boolean
}

interface Fixtures {
  /** Shows a screen in a state. States use pages of the pool, like other tests. */
  visit: (screen: Screen, options: VisitOptions) => Promise<Page>
}

interface WorkerFixtures {
  /** The browser storage of each person of the seed data: one session for all of their states. */
  storages: Map<Screen['as'], Storage>
  /** The page of the worker's last state. */
  last: { load?: SharedLoad }
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
  last: [
    // Playwright requires an object pattern as the first parameter, even if no fixture is used.
    async ({ browserName: _ }, use) => {
      await use({})
    },
    { scope: 'worker' },
  ],
  visit: async ({ pagePool, storages, last }, use) => {
    const watches: ProblemWatch[] = []
    const newLoad = async (screen: Screen, { colorScheme, viewport }: VisitOptions) => {
      const earlier = last.load
      last.load = undefined
      if (earlier) await pagePool.release(earlier.pooled)
      const pooled = await pagePool.acquire(storages.get(screen.as) ?? {}, { viewport })
      if (screen.ownPage) pooled.dirty = true
      await pooled.page.emulateMedia({ colorScheme, forcedColors: 'none' })
      return new SharedLoad(pooled, screen, earlier)
    }
    await use(async (screen, options) => {
      const isLoaded = options.shared && (await last.load?.canShow(screen, options.colorScheme))
      const load = (isLoaded && last.load) || (await newLoad(screen, options))
      last.load = load
      const { page } = load.pooled
      watches.push(watchProblems(page, screen.expectProblems ?? []))
      if (!isLoaded) await load.open()
      await load.prepare(screen)
      await expect(page.getByText(screen.shows).filter({ visible: true }).first()).toBeVisible()
      // Waits for the page itself, because the expected text may be in the top bar, which is drawn first.
      await expect(page.locator('main h1, dialog[open], [role="dialog"]').first()).toBeAttached()
      return page
    })
    const problems = watches.flatMap((watch) => watch.found())
    for (const watch of watches) watch.stop()
    expect(problems, 'nothing went wrong unnoticed in the browser').toEqual([])
  },
})

export { expect } from './fixtures'
