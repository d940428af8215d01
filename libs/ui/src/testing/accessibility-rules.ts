/** The tags of the axe rules that every state must meet: WCAG 2.2 up to AA, and axe's best practices. */
export const ACCESSIBILITY_TAGS = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22aa',
  'best-practice',
]
