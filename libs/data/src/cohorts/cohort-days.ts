import { dayInWords } from '../time/agreed-text'
import { daysBetween } from '../time/days'
import { formatCount } from '../wording'

/**
 * Returns the length of a cohort, such as `15 weeks and 5 days`; empty if a day is missing or the last is before the
 * first.
 */
export function lengthText(first: string, last: string): string {
  if (first === '' || last === '' || last < first) return ''
  const days = daysBetween(first, last) + 1
  const parts = [
    days >= 7 && formatCount(Math.floor(days / 7), 'week'),
    days % 7 > 0 && formatCount(days % 7, 'day'),
  ]
  return parts.filter(Boolean).join(' and ')
}

/** Formats the first and the last day: `Mon 7 Sep – Fri 18 Dec 2026`. `say` formats one day. */
export function cohortDays(
  { starts_on, ends_on }: { starts_on: string; ends_on: string },
  say = dayInWords,
): string {
  const sameYear = starts_on.slice(0, 4) === ends_on.slice(0, 4)
  return `${say(starts_on, !sameYear)} – ${say(ends_on, true)}`
}
