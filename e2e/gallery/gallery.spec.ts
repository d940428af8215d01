import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '../support/fixtures'
import { screens } from '../support/screens'
import { demo } from '../support/world'

const folder = fileURLToPath(new URL('../../gallery/', import.meta.url))
const widths = { 360: 740, 768: 1024, 1280: 800 }

for (const screen of screens) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [width, height] of Object.entries(widths)) {
      test(`${screen.name} ${colorScheme} ${width}`, async ({ open }) => {
        mkdirSync(folder, { recursive: true })
        const page = await open(screen.as === 'visitor' ? 'visitor' : demo(screen.as), screen.path, {
          colorScheme,
          reducedMotion: 'reduce',
          viewport: { width: Number(width), height },
          expectProblems: screen.expectProblems,
        })
        await screen.prepare?.(page)
        await expect(page.getByText(screen.shows).first()).toBeVisible({ timeout: 30_000 })
        await page.screenshot({
          path: `${folder}${screen.name}-${screen.as}-${colorScheme}-${width}.png`,
          // The whole page, except where a sheet covers the window and nothing below it counts.
          fullPage: !screen.name.endsWith('-sheet'),
        })
      })
    }
  }
}
