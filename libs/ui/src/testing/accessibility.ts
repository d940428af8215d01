import axe from 'axe-core'
import { ACCESSIBILITY_TAGS } from './accessibility-rules'

/** Rules that only a real browser can check; `e2e/support/check-state.ts` does. */
const BROWSER_ONLY_RULES = ['color-contrast', 'link-in-text-block', 'target-size']

/**
 * Returns the axe rules that the document breaks, each with the elements that break it. Used for states that look like
 * a state that a browser checks (`state-patterns.ts`). The browser checks frame, colours and sizes, so only the open
 * dialog or the main element is checked here.
 */
export async function accessibilityViolations(): Promise<string[]> {
  const dialog = [...document.querySelectorAll('dialog[open], [role="dialog"]')].at(-1)
  const { violations } = await axe.run(dialog ?? document.querySelector('main') ?? document, {
    runOnly: ACCESSIBILITY_TAGS,
    rules: Object.fromEntries(BROWSER_ONLY_RULES.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    iframes: false,
  })
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
}
