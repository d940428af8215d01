import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { screens } from '../support/screens'
import { expect, test } from '../support/visit'

const folder = fileURLToPath(new URL('../../gallery/', import.meta.url))

/** Window sizes by kind. A state is prepared once for each kind, in the first size, and then resized. */
const windows = {
  phone: [
    [360, 740],
    [320, 640],
    // The size of a phone that is held sideways.
    [740, 360],
  ],
  desk: [
    [1280, 800],
    [768, 1024],
    [1920, 1080],
  ],
} as const

for (const screen of screens) {
  for (const [kind, sizes] of Object.entries(windows)) {
    const shown = sizes.filter(([width]) => width >= (screen.from ?? 0))
    const [first] = shown
    if (!first) continue
    test(`${screen.name} ${kind}`, async ({ visit }) => {
      mkdirSync(folder, { recursive: true })
      const viewport = { width: first[0], height: first[1] }
      const page = await visit(screen, { colorScheme: 'light', viewport })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
        for (const [width, height] of shown) {
          await page.setViewportSize({ width, height })
          // The window is made as high as the page, so that sticky elements are at their final position. Exceptions are
          // sheets, which cover the window and hide the rest of the page, and low windows.
          if (!screen.name.endsWith('-sheet') && width !== 740) {
            const whole = await page.evaluate(() => document.documentElement.scrollHeight)
            await page.setViewportSize({ width, height: Math.max(height, whole) })
          }
          await page.screenshot({
            path: `${folder}${screen.name}-${screen.as}-${colorScheme}-${width}.png`,
            // Ends the transitions of colours that change with the theme.
            animations: 'disabled',
          })
        }
      }
    })
  }
}
