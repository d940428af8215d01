import { test as base } from './fixtures'
import { startProduct } from './product'
import { World } from './world'

/**
 * As the test of the other journeys, but with a product of its own: for journeys that turn a switch
 * which everybody would feel. Playwright gives them a worker of their own.
 */
export const test = base.extend<object, { sharedWorld: World }>({
  sharedWorld: [
    // Playwright asks for a pattern even where no other fixture is used.
    async ({ browserName: _ }, use) => {
      const stop = await startProduct()
      const world = new World()
      await use(world)
      await world.close()
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Journeys of several files may come to the same worker, one after another: each finds the switches
  // as a new product has them.
  world: async ({ sharedWorld }, use) => {
    await sharedWorld.sql(
      `update public.settings set allow_registration = default, require_email_verification = default,
         enable_two_factor = default, maintenance_mode = default, creators_admin_panel = default`,
    )
    await use(sharedWorld)
  },
})

export { expect } from './fixtures'
