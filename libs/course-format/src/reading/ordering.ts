/** The values by which modules or lessons are sorted. */
export interface SortKey {
  /** The position from front matter or from the number in the name; null if neither gives one. */
  order: number | null
  /** The name of the file or folder. */
  name: string
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function byText(a: string, b: string): number {
  // The collator treats some different names as equal. Comparing their characters gives the same order on every
  // machine.
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}

/**
 * Compares two names: those with a position come first, sorted by it; others, and those with equal positions, are
 * sorted by name in natural order (2 before 10).
 */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  if (a.order !== b.order) {
    return (a.order ?? Number.POSITIVE_INFINITY) - (b.order ?? Number.POSITIVE_INFINITY)
  }
  return byText(a.name, b.name)
}

/** Compares paths level by level, so that a folder comes before its content. */
export function compareSortPaths(a: SortKey[], b: SortKey[]): number {
  for (let level = 0; ; level += 1) {
    const [first, second] = [a[level], b[level]]
    if (first === undefined || second === undefined) return a.length - b.length
    const order = compareSortKeys(first, second)
    if (order !== 0) return order
  }
}
