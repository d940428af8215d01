import type { Page, Route } from '@playwright/test'

/** Holds back the page's requests whose address matches. Returns a function that sends them and ends the holding. */
export async function holdRequests(
  page: Page,
  where: string | RegExp,
): Promise<() => Promise<void>> {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const wait = async (route: Route) => {
    await opened
    // The request may have been cancelled while it was held back.
    await route.fallback().catch(() => {})
  }
  await page.route(where, wait)
  return async () => {
    open()
    await page.unroute(where, wait)
  }
}
