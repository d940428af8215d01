import axe from 'axe-core'
import { ACCESSIBILITY_TAGS } from './accessibility-rules'

/** These rules need a browser that draws; `e2e/support/check-state.ts` checks them. */
const DRAWN = ['color-contrast', 'link-in-text-block', 'target-size']

/**
 * Returns the rules of axe that the document breaks, each with the elements that break it. Used for states that
 * share their pattern with a state that a browser checks: there the frame, colours and sizes are checked, here only
 * the open dialog or the main element.
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
