/** Where one module or lesson stands among its neighbours. */
export interface SortKey {
  /** From front matter or from the number in its name; null when neither gives one. */
  order: number | null
  /** The file's or folder's own name. */
  name: string
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function byText(a: string, b: string): number {
  // The collator calls some different names equal; the order must not depend on the machine.
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}

/** Numbered ones first, by number; then, and between equal numbers, as people sort names (2 before 10). */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  if (a.order !== b.order) {
    return (a.order ?? Number.POSITIVE_INFINITY) - (b.order ?? Number.POSITIVE_INFINITY)
  }
  return byText(a.name, b.name)
}

/** Paths level by level: a folder before what lies in it, neighbours by place. */
export function compareSortPaths(a: SortKey[], b: SortKey[]): number {
  for (let level = 0; ; level += 1) {
    const [first, second] = [a[level], b[level]]
    if (first === undefined || second === undefined) return a.length - b.length
    const order = compareSortKeys(first, second)
    if (order !== 0) return order
  }
}
