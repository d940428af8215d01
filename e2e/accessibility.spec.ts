import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures'
import { outline, overflow, smallTargets, unseenFocus } from './support/layout'
import { type Screen, screens } from './support/screens'
import { demo } from './support/world'

/** Rules of axe that a page breaks, each with the elements that break it. */
async function violations(page: Page, only: 'all' | 'colours'): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  if (only === 'colours') axe.withRules(['color-contrast', 'link-in-text-block'])
  else {
    axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  }
  const found = await axe.analyze()
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

const isPortal = ({ path }: Screen) => !/^\/(admin|moderator)/.test(path)

// One visit for all that a state has to keep to; loading it costs more than looking at it.
for (const screen of screens) {
  test(`${screen.name} is for everybody`, async ({ open }) => {
    const page = await open(screen.as === 'visitor' ? 'visitor' : demo(screen.as), screen.path, {
      colorScheme: 'light',
      reducedMotion: 'reduce',
      expectProblems: screen.expectProblems,
    })
    await screen.prepare?.(page)
    await expect(page.getByText(screen.shows).filter({ visible: true }).first()).toBeVisible({
      timeout: 30_000,
    })
    expect.soft(await violations(page, 'all'), 'axe, in light').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await settled(page)
    // Only colours differ between the themes.
    expect.soft(await violations(page, 'colours'), 'axe, in dark').toEqual([])

    if (isPortal(screen)) {
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      await expect.poll(() => overflow(page), 'text twice as large fits').toBeLessThanOrEqual(0)
      await page.emulateMedia({ forcedColors: 'active' })
      expect.soft(await unseenFocus(page), 'focus without colours of ours').toEqual([])
      await page.emulateMedia({ forcedColors: 'none' })
      await page.evaluate(() => {
        document.documentElement.style.fontSize = ''
      })
    }
    // An open menu stays where it was opened; the page below it is another screen's.
    if (/menu/.test(screen.name)) return
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => overflow(page), 'fits 320 px').toBeLessThanOrEqual(0)
    if (!isPortal(screen)) return
    expect.soft(await smallTargets(page), 'large enough to press').toEqual([])
    await expect.poll(() => outline(page)).toEqual({ headings: 1, mains: 1 })
  })
}
