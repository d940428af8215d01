/** The longest start and duration of a lesson: ten days, in seconds. */
export const MAX_SECONDS = 864_000

const UNITS = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6}(?:\.\d{1,6})?)s?)?$/
const CLOCK = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)$/

/**
 * Parses a time in the forms of people and players: `90`, `90s`, `1m30s`, `1h2m3s`, `1:30`, `1:02:03`, `12m`. Returns
 * whole seconds; null if it is invalid or longer than ten days.
 */
export function parseTime(text: string): number | null {
  const written = text.trim().toLowerCase()
  const parts = CLOCK.exec(written) ?? UNITS.exec(written)
  if (parts === null || written === '') return null
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0))
  const total = Math.floor((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0))
  return total <= MAX_SECONDS ? total : null
}

/**
 * Returns the start in seconds from the first of these parameters that contains a time, in the query or the fragment
 * (`#t=1m2s`); 0 without one.
 */
export function startOf(url: URL, names: string[]): number {
  const fragment = new URLSearchParams(url.hash.slice(1))
  for (const name of names) {
    const written = url.searchParams.get(name) ?? fragment.get(name)
    const start = written === null ? null : parseTime(written)
    if (start !== null) return start
  }
  return 0
}
