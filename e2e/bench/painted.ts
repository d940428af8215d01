import type { Page } from '@playwright/test'

/** Waits until fonts and pictures have loaded and the resulting paints were reported. */
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
