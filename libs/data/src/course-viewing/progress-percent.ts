/**
 * Returns the percentage of completed lessons, rounded; 0 without lessons. It is never 100 before the last lesson and
 * never 0 after the first. The database calculates the same (`private.progress_percent`), and both are tested with the
 * same examples (rules/learning#progress-percent).
 */
export function progressPercent(completed: number, total: number): number {
  if (!(total > 0) || completed <= 0) return 0
  if (completed >= total) return 100
  return Math.min(99, Math.max(1, Math.round((completed / total) * 100)))
}
