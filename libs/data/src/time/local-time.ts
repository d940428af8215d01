import { serverNow } from '../server-clock.ts'
import { addDays } from './days.ts'

const DAY_MS = 24 * 60 * 60_000

/** Making a formatter takes far longer than using it. */
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

/** What clocks show at a moment in a zone, as the milliseconds of the same figures in UTC. */
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

/** Returns the day in a zone at a moment. */
export function dayAt(moment: number, zone: string): string {
  return new Date(clockAt(moment, zone)).toISOString().slice(0, 10)
}

/** Returns today in a zone. */
export function todayIn(zone: string): string {
  return dayAt(serverNow(), zone)
}

type ClockChange = 'skipped' | 'doubled'

/** Finds the moment at which clocks show a day and time, and whether they show it never or twice. */
function resolve(
  day: string,
  time: string,
  zone: string,
): { moment: number; change: ClockChange | null } {
  const wall = Date.parse(`${day}T${time}Z`)
  // No zone is further from UTC than a day, and none changes its clocks twice within two.
  const offset = (near: number) => clockAt(near, zone) - near
  const [before, after] = [wall - offset(wall - DAY_MS), wall - offset(wall + DAY_MS)]
  if (before === after) return { moment: after, change: null }
  const shows = (moment: number) => clockAt(moment, zone) === wall
  if (shows(after)) return { moment: after, change: shows(before) ? 'doubled' : null }
  return { moment: before, change: shows(before) ? null : 'skipped' }
}

/**
 * Returns the moment at which clocks in a zone show a day and time (`HH:MM`, with or without seconds), as
 * `private.local_moment()` does: the second of a doubled time, and a skipped time by the clocks before the change
 * (rules/cohorts#moments).
 */
export function localMoment(day: string, time: string, zone: string): number {
  return resolve(day, time, zone).moment
}

/** Returns the last second of a day in a zone, as `private.last_second()` does. */
export function lastSecond(day: string, zone: string): number {
  return localMoment(addDays(day, 1), '00:00', zone) - 1000
}

/**
 * Returns whether clocks in a zone show a day and time (`HH:MM`) never or twice, because they are changed then; null
 * if once.
 */
export function clockChange(day: string, time: string, zone: string): ClockChange | null {
  return resolve(day, time, zone).change
}

/** Returns whether a moment is too late for something due; due means up to and including that second (rules/cohorts#moments). */
export function isLate(moment: number, due: string): boolean {
  return Math.floor(moment / 1000) > Math.floor(Date.parse(due) / 1000)
}
