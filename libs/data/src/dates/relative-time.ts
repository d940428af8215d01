const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * Returns how long ago something was: Just now under a minute, then Nm, Nh and Nd ago (rules/interface#dates). Takes an
 * ISO date and the current time in milliseconds.
 */
export function relativeTime(at: string, now: number): string {
  const ago = now - Date.parse(at)
  if (ago < MINUTE_MS) return 'Just now'
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)}m ago`
  if (ago < DAY_MS) return `${Math.floor(ago / HOUR_MS)}h ago`
  return `${Math.floor(ago / DAY_MS)}d ago`
}
