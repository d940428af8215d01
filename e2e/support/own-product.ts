import { test as base } from './fixtures'
import { type Product, startProduct } from './product'
import { World } from './world'

/**
 * As the test of the other journeys, but with a product of its own: for journeys that turn a switch
 * which everybody would feel. Playwright gives them a worker of their own.
 */
export const test = base.extend<
  { restart: () => Promise<void> },
  { product: Product; sharedWorld: World }
>({
  product: [
    // Playwright asks for a pattern even where no other fixture is used.
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
    await use(() => sharedWorld.without(product.restart))
  },
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
