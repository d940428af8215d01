const DAY_MS = 24 * 60 * 60_000

/** Days are `YYYY-MM-DD`. They are counted in the calendar, never as hours (rules/cohorts#moments). */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** Returns how many days after the first day the second one is. */
export function daysBetween(first: string, second: string): number {
  return Math.round((Date.parse(`${second}T00:00Z`) - Date.parse(`${first}T00:00Z`)) / DAY_MS)
}
