import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { ACCESSIBILITY_TAGS } from '@rookies/ui/testing/accessibility-rules'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Rules that depend on colours alone. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Turns off the rules about colours in `violations`, for a page whose colours `colourViolations` checks. */
export const WITHOUT_COLOURS: RunOptions['rules'] = Object.fromEntries(
  COLOURS.map((rule) => [rule, { enabled: false }]),
)

// The minified build is half as large, and is sent to the browser for each page.
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The script is sent once per page; a navigation discards it. */
async function sendAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
}

/**
 * Returns the rules of axe that a page breaks, each with the elements that break it. If a dialog is open, only the
 * dialog is checked, because the page below it is a screen of its own.
 */
export async function violations(page: Page, rules: RunOptions['rules'] = {}): Promise<string[]> {
  await sendAxe(page)
  const options = { runOnly: ACCESSIBILITY_TAGS, rules }
  return page.evaluate(async (options) => {
    const open = [...document.querySelectorAll('dialog[open], [role="dialog"]')]
    const dialog = open.filter((element) => element.checkVisibility()).at(-1)
    // Scrolls to the top, because for axe a control that is partly under the top bar is too small.
    if (!dialog) scrollTo({ top: 0, behavior: 'instant' })
    const { violations } = await window.axe.run(dialog ?? document, {
      ...options,
      resultTypes: ['violations'],
      iframes: false,
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    )
  }, options)
}

/** Returns the elements whose colours break axe's rules. Checks only texts with these results of `colourings`. */
export async function colourViolations(page: Page, looks: string[]): Promise<string[]> {
  await sendAxe(page)
  return page.evaluate(
    async ({ runOnly, looks }) => {
      const { scope, texts } = window.shown
      const include = looks.flatMap((look) => texts.get(look) ?? [])
      // If elements were replaced when the theme changed, the whole page is checked.
      const isSame = include.every((element) => element.isConnected)
      const whole = scope.isConnected ? scope : document
      const { violations } = await window.axe.run(isSame ? { include } : whole, {
        runOnly,
        resultTypes: ['violations'],
        iframes: false,
      })
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
      )
    },
    { runOnly: COLOURS, looks },
  )
}
