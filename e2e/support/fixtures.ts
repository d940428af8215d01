import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { PagePool, type PooledPage } from './page-pool'
import { type ProblemWatch, watchProblems } from './page-problems'
import { type Account, World } from './world'

interface Fixtures {
  /** Creates people and courses for this test in the database of the product under test. */
  world: World
  /** Opens the product in a separate browser. Console errors and failed requests fail the test. */
  open: (
    person: Account | 'visitor',
    path: string,
    options?: BrowserContextOptions & { expectProblems?: RegExp[] },
  ) => Promise<Page>
}

export const test = base.extend<Fixtures, { sharedWorld: World; pagePool: PagePool }>({
  sharedWorld: [
    // Playwright requires an object pattern as the first parameter, even if no fixture is used.
    async ({ browserName: _ }, use) => {
      const world = new World()
      await use(world)
      await world.close()
    },
    { scope: 'worker' },
  ],
  world: async ({ sharedWorld }, use) => {
    await use(sharedWorld)
    await sharedWorld.clear()
  },
  pagePool: [
    async ({ browser }, use) => {
      const pool = new PagePool(browser)
      await use(pool)
      await pool.close()
    },
    { scope: 'worker' },
  ],
  open: async ({ pagePool, world }, use) => {
    const watches: ProblemWatch[] = []
    const acquired: PooledPage[] = []
    await use(async (person, path, options = {}) => {
      const { expectProblems = [], ...contextOptions } = options
      const storage = person === 'visitor' ? {} : await world.signedIn(person)
      const pooled = await pagePool.acquire(storage, contextOptions)
      acquired.push(pooled)
      watches.push(watchProblems(pooled.page, expectProblems))
      await pooled.page.goto(path)
      return pooled.page
    })
    const problems = watches.flatMap((problem) => problem.found())
    for (const pooled of acquired) await pagePool.release(pooled)
    expect(problems, 'nothing went wrong unnoticed in the browser').toEqual([])
  },
})

export { expect }
