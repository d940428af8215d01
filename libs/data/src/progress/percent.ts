/**
 * Progress in whole percent: completed over total, rounded, 0 without lessons, never below 0 or
 * above 100 (rules/learning#progress-percent).
 */
export function progressPercent(completed: number, total: number): number {
  if (!(total > 0)) return 0
  return Math.min(100, Math.max(0, Math.round((completed / total) * 100)))
}
