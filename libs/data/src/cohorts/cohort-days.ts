import { dayInWords } from '../time/agreed-text'
import { daysBetween } from '../time/days'
import { formatCount } from '../wording'

/** Returns how long a cohort lasts: `15 weeks and 5 days`; an empty text for days that are missing or in the wrong order. */
export function lengthText(first: string, last: string): string {
  if (first === '' || last === '' || last < first) return ''
  const days = daysBetween(first, last) + 1
  const parts = [
    days >= 7 && formatCount(Math.floor(days / 7), 'week'),
    days % 7 > 0 && formatCount(days % 7, 'day'),
  ]
  return parts.filter(Boolean).join(' and ')
}

/**
 * Returns both days in words: `Mon 7 Sep – Fri 18 Dec 2026`. `say` writes one day; a shorter one suits narrow places.
 */
export function cohortDays(
  { starts_on, ends_on }: { starts_on: string; ends_on: string },
  say = dayInWords,
): string {
  const sameYear = starts_on.slice(0, 4) === ends_on.slice(0, 4)
  return `${say(starts_on, !sameYear)} – ${say(ends_on, true)}`
}
