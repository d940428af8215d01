import { serverNow } from '../server-clock'
import { formatCount } from '../wording'

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

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns how long a cohort lasts: `15 weeks and 5 days`; an empty text for days that are missing or in the wrong order. */
export function lengthInWords(first: string, last: string): string {
  if (first === '' || last === '' || last < first) return ''
  const days = daysBetween(first, last) + 1
  const parts = [
    days >= 7 && formatCount(Math.floor(days / 7), 'week'),
    days % 7 > 0 && formatCount(days % 7, 'day'),
  ]
  return parts.filter(Boolean).join(' and ')
}

/** Returns a day in words: `Mon 7 Dec`, with the year where it is asked for. */
export function dayInWords(day: string, withYear = false): string {
  return `${partsOf(new Date(`${day}T00:00:00Z`), 'UTC').weekday} ${dateInWords(day, withYear)}`
}

/** Returns a day without the day of its week: `7 Dec`. */
export function dateInWords(day: string, withYear = false): string {
  const { date, month, year } = partsOf(new Date(`${day}T00:00:00Z`), 'UTC')
  return [date, month, withYear && year].filter(Boolean).join(' ')
}

/** The parts of a moment on the clocks of a zone. Their order is ours, because locales differ in it. */
function partsOf(at: Date, zone: string) {
  const parts = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? ''
  return {
    weekday: part('weekday'),
    date: part('day'),
    month: part('month'),
    year: part('year'),
    time: `${part('hour')}:${part('minute')}`,
  }
}

/** Returns the name by which people know a zone: `Vienna` for `Europe/Vienna`. */
export function zoneName(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

/** Returns the reader's zone. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/** Returns the zones that the browser knows: the reader's first, then all by name. */
export function timeZones(): string[] {
  const own = ownZone()
  return [own, ...['UTC', ...Intl.supportedValuesOf('timeZone')].filter((zone) => zone !== own)]
}

/** Returns a moment in words in a zone: `Mon 7 Dec, 09:00 Vienna`. */
export function momentInZone(at: string, zone: string): string {
  const { weekday, date, month, time } = partsOf(new Date(at), zone)
  return `${weekday} ${date} ${month}, ${time} ${zoneName(zone)}`
}

/** Returns the day that it is in a zone. */
export function todayIn(zone: string): string {
  return new Date(clockAt(serverNow(), zone)).toISOString().slice(0, 10)
}

/** What clocks show at a moment in a zone, as the milliseconds of the same figures in UTC. */
function clockAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment)
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
}

/**
 * Returns whether clocks in a zone show a day and time (`HH:MM`) never or twice, because they are changed then; null
 * if once.
 */
export function clockChange(day: string, time: string, zone: string): 'skipped' | 'doubled' | null {
  const wall = Date.parse(`${day}T${time}:00Z`)
  // No zone is further from UTC than a day, and none changes its clocks twice within two.
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((near) => clockAt(near, zone) - near)
  const shown = new Set(
    offsets.map((offset) => wall - offset).filter((at) => clockAt(at, zone) === wall),
  )
  if (shown.size === 0) return 'skipped'
  return shown.size > 1 ? 'doubled' : null
}
