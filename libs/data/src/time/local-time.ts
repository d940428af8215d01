import { serverNow } from '../server-clock.ts'
import { addDays } from './days.ts'

const DAY_MS = 24 * 60 * 60_000

/** Formatters are reused, because creating one takes much longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

/** Returns what clocks in a zone show at a moment, as the milliseconds of the same date and time in UTC. */
export function clockAt(moment: number, zone: string): number {
  const parts = formatterOf(zone).formatToParts(moment)
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

/** Returns the day in a zone at a moment, `YYYY-MM-DD`. */
export function dayAt(moment: number, zone: string): string {
  return new Date(clockAt(moment, zone)).toISOString().slice(0, 10)
}

/** Returns today in a zone. */
export function todayIn(zone: string): string {
  return dayAt(serverNow(), zone)
}

type ClockChange = 'skipped' | 'doubled'

/**
 * Finds the moment at which clocks in a zone show a day and time, and whether a clock change skips or repeats that
 * time.
 */
function resolve(
  day: string,
  time: string,
  zone: string,
): { moment: number; change: ClockChange | null } {
  const wall = Date.parse(`${day}T${time}Z`)
  // Two candidates are enough: no zone differs from UTC by more than a day or changes its clocks twice within two days.
  const offset = (near: number) => clockAt(near, zone) - near
  const [before, after] = [wall - offset(wall - DAY_MS), wall - offset(wall + DAY_MS)]
  if (before === after) return { moment: after, change: null }
  const shows = (moment: number) => clockAt(moment, zone) === wall
  if (shows(after)) return { moment: after, change: shows(before) ? 'doubled' : null }
  return { moment: before, change: shows(before) ? null : 'skipped' }
}

/**
 * Returns the moment at which clocks in a zone show a day and time (`HH:MM`, with or without seconds), like
 * `private.local_moment()`. For a repeated time it is the second moment, and a skipped time is read by the clocks
 * before the change (rules/cohorts#moments).
 */
export function localMoment(day: string, time: string, zone: string): number {
  return resolve(day, time, zone).moment
}

/** Returns the last second of a day in a zone, like `private.last_second()`. */
export function lastSecond(day: string, zone: string): number {
  return localMoment(addDays(day, 1), '00:00', zone) - 1000
}

/** Returns whether a clock change in a zone skips or repeats a day and time (`HH:MM`); null for all others. */
export function clockChange(day: string, time: string, zone: string): ClockChange | null {
  return resolve(day, time, zone).change
}

/**
 * Returns whether a moment is after a due date. The whole second of the due date is still in time
 * (rules/cohorts#moments).
 */
export function isLate(moment: number, due: string): boolean {
  return Math.floor(moment / 1000) > Math.floor(Date.parse(due) / 1000)
}
