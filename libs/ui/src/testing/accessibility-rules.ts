/** The rules that every state keeps to, by axe's tags: WCAG 2.2 up to AA, and axe's best practices. */
export const ACCESSIBILITY_TAGS = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22aa',
  'best-practice',
]
