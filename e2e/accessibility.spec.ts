import type { Page } from '@playwright/test'
import { STATE_PATTERNS } from '@rookies/ui/testing/state-patterns'
import { violations } from './support/axe'
import { outline, overflow, smallTargets, unseenFocus } from './support/layout'
import { type Screen, screens } from './support/screens'
import { expect, test } from './support/visit'

/** Finishes the transitions from one state or theme to the other. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const change of document.getAnimations()) {
      if (change instanceof CSSTransition) change.finish()
    }
  })
}

const isPortal = ({ path }: Screen) => !/^\/(admin|moderator)/.test(path)

const ofPattern = new Set(Object.values(STATE_PATTERNS).flat())

test('every state that is not checked here shares its pattern with one that is', () => {
  const names = new Set(screens.map(({ name }) => name))
  const known = (name: string) => names.has(name)
  expect([...ofPattern].filter((name) => !known(name))).toEqual([])
  const patterns = Object.keys(STATE_PATTERNS)
  expect(patterns.filter((name) => !known(name) || ofPattern.has(name))).toEqual([])
})

// One visit checks everything about a state, because loading it takes longer than checking it.
for (const screen of screens.filter(({ name }) => !ofPattern.has(name))) {
  test(`${screen.name} is accessible`, async ({ visit }) => {
    const page = await visit(screen, { colorScheme: 'light' })
    await settled(page)
    expect.soft(await violations(page, 'all'), 'axe, in light').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await settled(page)
    // The themes differ only in colours.
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
    // An open menu keeps its place; the page below it is checked as a screen of its own.
    if (/menu/.test(screen.name)) return
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => overflow(page), 'fits 320 px').toBeLessThanOrEqual(0)
    if (!isPortal(screen)) return
    expect.soft(await smallTargets(page), 'large enough to press').toEqual([])
    await expect.poll(() => outline(page)).toEqual({ headings: 1, mains: 1 })
  })
}
