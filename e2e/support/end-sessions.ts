import type { Page, Route } from '@playwright/test'
import type { Person, World } from './world'

/** Ends all sessions of a person while the next request of the page to this address is in progress. */
export async function endSessionsAt(page: Page, call: string, world: World, person: Person) {
  const elsewhere = async (route: Route) => {
    await world.endSessions(person)
    await route.continue()
  }
  await page.route(call, elsewhere, { times: 1 })
}
