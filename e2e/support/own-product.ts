import { test as base } from './fixtures'
import { type Product, startProduct } from './product'
import { World } from './world'

/**
 * The test function of journeys that change a setting which affects everybody: each of its workers has a product of
 * its own.
 */
export const test = base.extend<
  { restart: () => Promise<void> },
  { product: Product; sharedWorld: World }
>({
  product: [
    // Playwright requires a destructuring pattern even if no other fixture is used.
    async ({ browserName: _ }, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  sharedWorld: [
    async ({ product: _ }, use) => {
      const world = new World()
      await use(world)
      await world.close()
    },
    { scope: 'worker' },
  ],
  restart: async ({ product, sharedWorld }, use) => {
    await use(() => sharedWorld.whileDisconnected(product.restart))
  },
  // Journeys of several files may run in the same worker one after another: each starts with the default settings.
  world: async ({ sharedWorld }, use) => {
    await sharedWorld.sql(
      `update public.settings set allow_registration = default, require_email_verification = default,
         enable_two_factor = default, maintenance_mode = default, creators_admin_panel = default,
         moderators_see_everybody = default`,
    )
    await use(sharedWorld)
  },
})

export { expect } from './fixtures'
