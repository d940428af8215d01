import axe from 'axe-core'
import { ACCESSIBILITY_TAGS } from './accessibility-rules'

/** What only a browser can tell, which draws: `e2e/accessibility.spec.ts` looks at it. */
const DRAWN = ['color-contrast', 'link-in-text-block', 'target-size']

/**
 * Rules of axe that the document breaks, each with the elements that break it; none when it keeps to all.
 * For states whose pattern is looked at in a browser: the page's frame, colours and sizes are looked at
 * there, and of this state the open dialog or the main part.
 */
export async function accessibilityViolations(): Promise<string[]> {
  const dialog = [...document.querySelectorAll('dialog[open], [role="dialog"]')].at(-1)
  const { violations } = await axe.run(dialog ?? document.querySelector('main') ?? document, {
    runOnly: ACCESSIBILITY_TAGS,
    rules: Object.fromEntries(DRAWN.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    iframes: false,
  })
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
}
