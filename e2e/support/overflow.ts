import type { Page } from '@playwright/test'

/** How many pixels of a page have to be scrolled sideways for. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
