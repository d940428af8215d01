import type { Page } from '@playwright/test'

/** Until fonts and pictures are there and what they changed has been painted and told of. */
export async function painted(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' && [...document.images].every(({ complete }) => complete),
  )
  await page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done()))),
      ),
  )
}
