import type { Page, Route } from '@playwright/test'

/**
 * Holds the page's requests whose address matches, from now on. Returns a function that lets them and all later ones
 * pass.
 */
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
    // The request may have been cancelled meanwhile.
    await route.fallback().catch(() => {})
  }
  await page.route(where, wait)
  return async () => {
    open()
    await page.unroute(where, wait)
  }
}
