import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { type Room, Rooms } from './rooms'
import { type Watch, watch } from './watch'
import { type Account, World } from './world'

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

export const test = base.extend<Fixtures, { sharedWorld: World; rooms: Rooms }>({
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
    await sharedWorld.clear()
  },
  rooms: [
    async ({ browser }, use) => {
      const rooms = new Rooms(browser)
      await use(rooms)
      await rooms.close()
    },
    { scope: 'worker' },
  ],
  open: async ({ rooms, world }, use) => {
    const watches: Watch[] = []
    const taken: Room[] = []
    await use(async (person, path, options = {}) => {
      const { expectProblems = [], ...contextOptions } = options
      const storage = person === 'visitor' ? {} : await world.signedIn(person)
      const room = await rooms.take(storage, contextOptions)
      taken.push(room)
      watches.push(watch(room.page, expectProblems))
      await room.page.goto(path)
      return room.page
    })
    const problems = watches.flatMap((problem) => problem.found())
    for (const room of taken) await rooms.leave(room)
    expect(problems, 'nothing went wrong unnoticed in the browser').toEqual([])
  },
})

export { expect }
