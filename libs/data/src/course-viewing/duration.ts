const MINUTE = 60
const HOUR = 3600

/**
 * Formats seconds as `{h}h {m}m`, or `{m}m` below an hour and at least `1m` (rules/learning#outline); null for no
 * duration.
 */
export function libraryDuration(seconds: number): string | null {
  if (!(seconds > 0)) return null
  const hours = Math.floor(seconds / HOUR)
  const minutes = Math.floor((seconds % HOUR) / MINUTE)
  if (hours > 0) return `${hours}h ${minutes}m`
  return `${Math.max(1, minutes)}m`
}

/** Formats seconds as `mm:ss`; the minutes can exceed 59. Null for no duration. */
export function lessonDuration(seconds: number): string | null {
  if (!(seconds > 0)) return null
  const whole = Math.floor(seconds)
  return `${two(Math.floor(whole / MINUTE))}:${two(whole % MINUTE)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Formats seconds for the duration field: `1:30` for 90, with hours only if needed. */
export function durationText(seconds: number): string {
  if (seconds < 60) return String(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = two(seconds % 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}
