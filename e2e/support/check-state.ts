import type { Page } from '@playwright/test'
import { STATE_PATTERNS } from '@rookies/ui/testing/state-patterns'
import { colourViolations, violations, WITHOUT_COLOURS } from './axe'
import { colourings } from './colours'
import {
  misplaced,
  outline,
  overflow,
  scrollAround,
  smallTargets,
  unseenFocus,
  unstyledButtons,
} from './layout'
import { type Screen, screens } from './screens'
import { expect, test } from './visit'

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

const inJsdom = new Set(Object.values(STATE_PATTERNS).flat())

/** The states that a browser checks: one of each pattern. */
export const checkedStates = screens.filter(({ name, like }) => !like && !inJsdom.has(name))

/** The results of `colourings` that this worker has checked. */
const checkedLooks = new Set<string>()

/** Checks the colours of texts with new results of `colourings`, in both themes, which differ only in colours. */
async function checkColours(page: Page): Promise<void> {
  const looks = (await colourings(page)).filter((look) => !checkedLooks.has(look))
  if (looks.length === 0) return
  const inLight = await colourViolations(page, looks)
  expect.soft(inLight, 'axe, in light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await settled(page)
  const inDark = await colourViolations(page, looks)
  expect.soft(inDark, 'axe, in dark').toEqual([])
  if (inLight.length + inDark.length === 0) for (const look of looks) checkedLooks.add(look)
}

/** Runs all checks on a state that is shown, because loading a state takes longer than checking it. */
async function checkState(page: Page, screen: Screen): Promise<void> {
  await settled(page)
  expect.soft(await violations(page, WITHOUT_COLOURS), 'axe').toEqual([])
  expect.soft(await unstyledButtons(page), 'buttons in the style of the product').toEqual([])
  expect.soft(await scrollAround(page), 'a dialog stays where it is').toBe(0)
  await checkColours(page)

  if (isPortal(screen)) {
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect.poll(() => overflow(page), 'text twice as large fits').toBeLessThanOrEqual(0)
    await page.emulateMedia({ forcedColors: 'active' })
    // Checked in forced colours: an outline or border that is visible there is visible with the portal's colours too.
    expect.soft(await unseenFocus(page), 'focus that is seen').toEqual([])
    await page.emulateMedia({ forcedColors: 'none' })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = ''
    })
  } else {
    expect.soft(await unseenFocus(page), 'focus that is seen').toEqual([])
  }
  // An open menu does not move when the window is resized, and the page below it is checked as a separate state.
  if (/menu/.test(screen.name)) return
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => overflow(page), 'fits 320 px').toBeLessThanOrEqual(0)
  expect.soft(await misplaced(page), 'dialogs in their place').toEqual([])
  if (!isPortal(screen)) return
  expect.soft(await smallTargets(page), 'large enough to press').toEqual([])
  await expect.poll(() => outline(page)).toEqual({ headings: 1, mains: 1 })
}

/** Groups states with the same answers, and puts the state that needs only loading first in each group. */
function inOrder(states: Screen[]): Screen[] {
  const acts = ({ prepare }: Screen) => (prepare ? 1 : 0)
  const mocks = [...new Set(states.map(({ mock }) => mock))]
  return mocks.flatMap((mock) =>
    states.filter((state) => state.mock === mock).toSorted((a, b) => acts(a) - acts(b)),
  )
}

/** Defines a test for each of these states. */
export function testStates(states: Screen[]): void {
  const placeOf = ({ as, path }: Screen) => `${path} as ${as}`
  for (const place of new Set(states.map(placeOf))) {
    test.describe(place, () => {
      // One worker shows the states of a page one after another, and continues after a failure.
      test.describe.configure({ mode: 'default' })
      for (const screen of inOrder(states.filter((state) => placeOf(state) === place))) {
        test(`${screen.name} is accessible`, async ({ visit }) => {
          const page = await visit(screen, { colorScheme: 'light', shared: true })
          await checkState(page, screen)
        })
      }
    })
  }
}
