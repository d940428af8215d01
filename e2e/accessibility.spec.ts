import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './support/fixtures'
import { screens } from './support/screens'
import { demo } from './support/world'

for (const colorScheme of ['light', 'dark'] as const) {
  for (const screen of screens) {
    test(`${screen.name} is accessible in ${colorScheme}`, async ({ open }) => {
      const page = await open(screen.as === 'visitor' ? 'visitor' : demo(screen.as), screen.path, {
        colorScheme,
        reducedMotion: 'reduce',
        expectProblems: screen.expectProblems,
      })
      await screen.prepare?.(page)
      await expect(page.getByText(screen.shows).filter({ visible: true }).first()).toBeVisible({
        timeout: 30_000,
      })
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      expect(
        violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
        ),
      ).toEqual([])
    })
  }
}
