import type { Page } from '@playwright/test'
import { STATE_PATTERNS } from '@rookies/ui/testing/state-patterns'
import { colourViolations, violations } from '../../support/axe'
import { colourings } from '../../support/colours'
import {
  misplaced,
  outline,
  overflow,
  scrollAround,
  smallTargets,
  unseenFocus,
} from '../../support/layout'
import { type Screen, screens } from '../../support/screens'
import { expect, test } from '../../support/visit'

/** Turns off the transitions of this page, because a colour that is still changing would fail the check. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [sheet]
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

/** How the texts look whose colours this worker has checked in dark. */
const checkedInDark = new Set<string>()

/** States with the same answers follow one another, first the one that needs nothing but loading. */
function inOrder(states: Screen[]): Screen[] {
  const acts = ({ prepare }: Screen) => (prepare ? 1 : 0)
  const mocks = [...new Set(states.map(({ mock }) => mock))]
  return mocks.flatMap((mock) =>
    states.filter((state) => state.mock === mock).toSorted((a, b) => acts(a) - acts(b)),
  )
}

// One visit checks everything about a state, because loading it takes longer than checking it.
const checked = screens.filter(({ name }) => !ofPattern.has(name))
const placeOf = ({ as, path }: Screen) => `${path} as ${as}`

for (const place of new Set(checked.map(placeOf))) {
  test.describe(place, () => {
    // One worker shows the states of a page one after another; one that fails does not hide the next.
    test.describe.configure({ mode: 'default' })
    for (const screen of inOrder(checked.filter((screen) => placeOf(screen) === place))) {
      test(`${screen.name} is accessible`, async ({ visit }) => {
        const page = await visit(screen, { colorScheme: 'light', shared: true })
        await settled(page)
        expect.soft(await violations(page), 'axe, in light').toEqual([])
        expect.soft(await scrollAround(page), 'a dialog stays where it is').toBe(0)
        // The themes differ only in colours, so dark is checked wherever a text looks like none that was checked before.
        const looks = (await colourings(page)).filter((look) => !checkedInDark.has(look))
        if (looks.length > 0) {
          await page.emulateMedia({ colorScheme: 'dark' })
          await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
          await settled(page)
          const found = await colourViolations(page, looks)
          expect.soft(found, 'axe, in dark').toEqual([])
          if (found.length === 0) for (const look of looks) checkedInDark.add(look)
        }

        if (isPortal(screen)) {
          await page.evaluate(() => {
            document.documentElement.style.fontSize = '200%'
          })
          await expect.poll(() => overflow(page), 'text twice as large fits').toBeLessThanOrEqual(0)
          await page.emulateMedia({ forcedColors: 'active' })
          // An outline or border that is seen without the portal's colours is seen with them, too.
          expect.soft(await unseenFocus(page), 'focus that is seen').toEqual([])
          await page.emulateMedia({ forcedColors: 'none' })
          await page.evaluate(() => {
            document.documentElement.style.fontSize = ''
          })
        } else {
          expect.soft(await unseenFocus(page), 'focus that is seen').toEqual([])
        }
        // An open menu keeps its place; the page below it is checked as a screen of its own.
        if (/menu/.test(screen.name)) return
        await page.setViewportSize({ width: 320, height: 640 })
        await expect.poll(() => overflow(page), 'fits 320 px').toBeLessThanOrEqual(0)
        expect.soft(await misplaced(page), 'dialogs in their place').toEqual([])
        if (!isPortal(screen)) return
        expect.soft(await smallTargets(page), 'large enough to press').toEqual([])
        await expect.poll(() => outline(page)).toEqual({ headings: 1, mains: 1 })
      })
    }
  })
}
