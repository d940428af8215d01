import { test as base } from './fixtures'
import { type Product, startProduct } from './product'
import { World } from './world'

/** For tests that change settings, which affect everybody: each worker starts a separate product. */
export const test = base.extend<
  { restart: () => Promise<void> },
  { product: Product; sharedWorld: World }
>({
  product: [
    // Playwright requires an object pattern as the first parameter, even if no fixture is used.
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
  // Tests of several files may run in the same worker, so the settings are reset before each test.
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
