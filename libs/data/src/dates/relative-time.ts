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

/**
 * Returns the time until a moment in its two largest units: `1d 21h left`, `5h 12m left`, `9m left`; null if the moment
 * has passed. Takes an ISO date and the current time in milliseconds.
 */
export function timeLeft(until: string, now: number): string | null {
  const left = Date.parse(until) - now
  if (left <= 0) return null
  if (left < MINUTE_MS) return 'Less than a minute left'
  const [days, hours, minutes] = [
    Math.floor(left / DAY_MS),
    Math.floor((left % DAY_MS) / HOUR_MS),
    Math.floor((left % HOUR_MS) / MINUTE_MS),
  ]
  const parts =
    days > 0 ? [`${days}d`, hours && `${hours}h`] : [hours && `${hours}h`, minutes && `${minutes}m`]
  return `${parts.filter(Boolean).join(' ')} left`
}
