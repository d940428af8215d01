import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures'
import { overflow } from './support/overflow'
import { screens } from './support/screens'
import { demo } from './support/world'

/** Rules that a screen breaks, each with the elements that break it. */
async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
}

/** Ends when no colour is on its way from one theme to the other. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((change) => change instanceof CSSTransition)
    await Promise.allSettled(changes.map((change) => change.finished))
  })
}

for (const screen of screens) {
  test(`${screen.name} is accessible in light and dark, and fits 320 px`, async ({ open }) => {
    const page = await open(screen.as === 'visitor' ? 'visitor' : demo(screen.as), screen.path, {
      colorScheme: 'light',
      reducedMotion: 'reduce',
      expectProblems: screen.expectProblems,
    })
    await screen.prepare?.(page)
    await expect(page.getByText(screen.shows).filter({ visible: true }).first()).toBeVisible({
      timeout: 30_000,
    })
    expect(await violations(page), 'in light').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await settled(page)
    expect(await violations(page), 'in dark').toEqual([])
    // An open menu stays where it was opened; the page below it is another screen's.
    if (/menu/.test(screen.name)) return
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => overflow(page), 'to scroll sideways for').toBeLessThanOrEqual(0)
  })
}
