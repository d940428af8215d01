const DAY_MS = 24 * 60 * 60_000

/**
 * Adds days to a day in the form `YYYY-MM-DD`. Days are counted in the calendar, not as 24 hours
 * (rules/cohorts#moments).
 */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** Returns the number of days from the first to the second day. */
export function daysBetween(first: string, second: string): number {
  return Math.round((Date.parse(`${second}T00:00Z`) - Date.parse(`${first}T00:00Z`)) / DAY_MS)
}
