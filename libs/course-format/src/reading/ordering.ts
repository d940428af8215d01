/** The position of a module or a lesson. */
export interface SortKey {
  /** From front matter or from the number in its name; null if neither gives one. */
  order: number | null
  /** The file's or folder's own name. */
  name: string
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function byText(a: string, b: string): number {
  // The collator treats some different names as equal, but the order must be the same on every machine.
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}

/** Compares numbered ones first, by number; then, and for equal numbers, by name in natural order (2 before 10). */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  if (a.order !== b.order) {
    return (a.order ?? Number.POSITIVE_INFINITY) - (b.order ?? Number.POSITIVE_INFINITY)
  }
  return byText(a.name, b.name)
}

/** Compares paths level by level: a folder before its content, then by position. */
export function compareSortPaths(a: SortKey[], b: SortKey[]): number {
  for (let level = 0; ; level += 1) {
    const [first, second] = [a[level], b[level]]
    if (first === undefined || second === undefined) return a.length - b.length
    const order = compareSortKeys(first, second)
    if (order !== 0) return order
  }
}
