import type { Page, Route } from '@playwright/test'
import type { Person, World } from './world'

/** Ends a person's sessions elsewhere while the page's next call to this address is under way. */
export async function endSessionsAt(page: Page, call: string, world: World, person: Person) {
  const elsewhere = async (route: Route) => {
    await world.endSessions(person)
    await route.continue()
  }
  await page.route(call, elsewhere, { times: 1 })
}
