import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { screens } from '../support/screens'
import { test } from '../support/visit'

const folder = fileURLToPath(new URL('../../gallery/', import.meta.url))
const widths = { 360: 740, 768: 1024, 1280: 800, 1920: 1080 }

for (const screen of screens) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [width, height] of Object.entries(widths)) {
      if (Number(width) < (screen.from ?? 0)) continue
      test(`${screen.name} ${colorScheme} ${width}`, async ({ visit }) => {
        mkdirSync(folder, { recursive: true })
        const page = await visit(screen, {
          colorScheme,
          viewport: { width: Number(width), height },
        })
        // The window is as high as the page, so that sticky elements stand where they belong; but not for a sheet,
        // which covers the window and hides the rest of the page.
        if (!screen.name.endsWith('-sheet')) {
          const whole = await page.evaluate(() => document.documentElement.scrollHeight)
          await page.setViewportSize({ width: Number(width), height: Math.max(height, whole) })
        }
        await page.screenshot({
          path: `${folder}${screen.name}-${screen.as}-${colorScheme}-${width}.png`,
        })
      })
    }
  }
}
