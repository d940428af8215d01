import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { type Watch, watch } from './watch'
import { type Account, origin, World } from './world'

interface Fixtures {
  /** Makes people and courses for this test, in the database that the product under test uses. */
  world: World
  /**
   * Opens the product in a browser of its own, as a person who is signed in already, or as a visitor.
   * Whatever goes wrong in it unnoticed (console errors, failed requests) fails the test.
   */
  open: (
    person: Account | 'visitor',
    path: string,
    options?: BrowserContextOptions & { expectProblems?: RegExp[] },
  ) => Promise<Page>
}

export const test = base.extend<Fixtures, { sharedWorld: World }>({
  sharedWorld: [
    // Playwright asks for a pattern even where no other fixture is used.
    async ({ browserName: _ }, use) => {
      const world = new World()
      await use(world)
      await world.close()
    },
    { scope: 'worker' },
  ],
  world: async ({ sharedWorld }, use) => {
    await use(sharedWorld)
  },
  open: async ({ browser, world }, use) => {
    const watches: Watch[] = []
    const contexts: { close(): Promise<void> }[] = []
    await use(async (person, path, options = {}) => {
      const { expectProblems = [], ...contextOptions } = options
      const context = await browser.newContext({
        baseURL: origin(),
        ...contextOptions,
        ...(person === 'visitor' ? {} : { storageState: await world.storageState(person) }),
      })
      contexts.push(context)
      const page = await context.newPage()
      watches.push(watch(page, expectProblems))
      await page.goto(path)
      return page
    })
    const problems = watches.flatMap((problem) => problem.found())
    for (const context of contexts) await context.close()
    expect(problems, 'nothing went wrong unnoticed in the browser').toEqual([])
  },
})

export { expect }
