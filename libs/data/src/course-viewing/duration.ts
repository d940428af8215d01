const MINUTE = 60
const HOUR = 3600

/**
 * In: seconds. Out: `{h}h {m}m`, or `{m}m` under an hour (rules/learning#outline), null when there is nothing to
 * show. Whole minutes, and one for anything shorter.
 */
export function libraryDuration(seconds: number): string | null {
  if (!(seconds > 0)) return null
  const hours = Math.floor(seconds / HOUR)
  const minutes = Math.floor((seconds % HOUR) / MINUTE)
  if (hours > 0) return `${hours}h ${minutes}m`
  return `${Math.max(1, minutes)}m`
}

/** In: seconds. Out: `mm:ss`, minutes beyond 59 counted on; null for none. */
export function lessonDuration(seconds: number): string | null {
  if (!(seconds > 0)) return null
  const whole = Math.floor(seconds)
  return `${two(Math.floor(whole / MINUTE))}:${two(whole % MINUTE)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
