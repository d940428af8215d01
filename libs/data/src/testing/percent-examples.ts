/** Completed lessons, all lessons, and the whole percent that TypeScript and SQL compute. */
export const PERCENT_EXAMPLES: readonly [completed: number, total: number, percent: number][] = [
  [0, 0, 0],
  [3, 0, 0],
  [0, 4, 0],
  [-1, 4, 0],
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [7, 8, 88],
  [1, 200, 1],
  [1, 5000, 1],
  [199, 200, 99],
  [4999, 5000, 99],
  [200, 200, 100],
  [5, 4, 100],
]
