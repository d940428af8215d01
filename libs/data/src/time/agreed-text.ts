import { formatCount } from '../wording.ts'
import { clockAt, clockChange, isLate, localMoment as momentOf } from './local-time.ts'
import { ownZone, zoneName } from './zones.ts'

// Texts for moments that people agreed on in a time zone (rules/cohorts#moments). Edge functions import this file too.

/** The time zone of the person who reads the text. */
export interface Reader {
  zone: string
}

/** The text to show, and the same text without abbreviations for screen readers. */
export interface MomentText {
  text: string
  spoken: string
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Returns the time zone of this browser. */
export const ownClock = (): Reader => ({ zone: ownZone() })

/** Returns the parts of a moment in a zone. The caller joins them, because the order differs between locales. */
function partsOf(at: Date, zone: string, names: 'short' | 'long' = 'short', withSeconds = false) {
  const parts = new Intl.DateTimeFormat('en-US', {
    weekday: names,
    day: 'numeric',
    month: names,
    year: 'numeric',
    ...CLOCK,
    ...(withSeconds && { second: '2-digit' }),
    timeZone: zone,
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? ''
  return {
    weekday: part('weekday'),
    date: part('day'),
    month: part('month'),
    year: part('year'),
    time: [part('hour'), part('minute'), withSeconds && part('second')].filter(Boolean).join(':'),
  }
}

/** Formats a day as `Mon 7 Dec`, with the year if `withYear`. */
export function dayInWords(day: string, withYear = false): string {
  const { weekday } = partsOf(new Date(`${day}T00:00:00Z`), 'UTC')
  return `${weekday} ${dateInWords(day, withYear)}`
}

/** Formats a day without the weekday: `7 Dec`. */
export function dateInWords(day: string, withYear = false): string {
  const { date, month, year } = partsOf(new Date(`${day}T00:00:00Z`), 'UTC')
  return [date, month, withYear && year].filter(Boolean).join(' ')
}

/** Formats a moment in a zone as `Mon 7 Dec, 09:00 Vienna`, with the year if `withYear`. */
export function momentInZone(at: string, zone: string, withYear = false): string {
  const { weekday, date, month, year, time } = partsOf(new Date(at), zone)
  const day = [weekday, date, month, withYear && year].filter(Boolean).join(' ')
  return `${day}, ${time} ${zoneName(zone)}`
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * Formats how long it is until a moment, or since then: `in 3 h`, and from two days on `in 2 days`. Rounds down, so
 * that nobody comes too late.
 */
export function timeUntil(at: string, now: number): MomentText {
  const distance = Date.parse(at) - now
  const length = Math.abs(distance)
  const late = isLate(now, at)
  if (length < 1000 && !late) return { text: 'now', spoken: 'now' }
  const told = (words: string) => (late ? `${words} ago` : `in ${words}`)
  if (length < MINUTE_MS) {
    const spoken = told('less than a minute')
    return { text: spoken, spoken }
  }
  if (length < HOUR_MS) {
    const minutes = Math.floor(length / MINUTE_MS)
    return { text: told(`${minutes} min`), spoken: told(formatCount(minutes, 'minute')) }
  }
  // Below two days, hours are shown, because rounded down `1 day` could mean up to 47 hours.
  if (length < 2 * DAY_MS) {
    const hours = Math.floor(length / HOUR_MS)
    return { text: told(`${hours} h`), spoken: told(formatCount(hours, 'hour')) }
  }
  const days = told(formatCount(Math.floor(length / DAY_MS), 'day'))
  return { text: days, spoken: days }
}

/**
 * Formats an agreed moment in a zone, and in the reader's zone if the clocks there show another time: `Fri 21 Nov,
 * 18:00 Vienna (12:00 yours)` (rules/cohorts#moments).
 */
export function agreedText(
  at: string,
  zone: string,
  now: number,
  reader = ownClock(),
  withSeconds = false,
): MomentText {
  const moment = Date.parse(at)
  const inWords = (of: string, names: 'short' | 'long', otherThan?: { date: string }) => {
    const parts = partsOf(new Date(at), of, names, withSeconds)
    const thisYear = partsOf(new Date(now), of).year
    if (parts.date === otherThan?.date) return parts.time
    const year = parts.year !== thisYear && !otherThan && parts.year
    const day = [parts.weekday, parts.date, parts.month, year].filter(Boolean).join(' ')
    return `${day}, ${parts.time}`
  }
  const told = (names: 'short' | 'long', own: (words: string) => string) => {
    const there = inWords(zone, names)
    if (clockAt(moment, zone) === clockAt(moment, reader.zone)) return [there, '']
    return [there, own(inWords(reader.zone, names, partsOf(new Date(at), zone)))]
  }
  const [text, own] = told('short', (words) => ` (${words} yours)`)
  const [spoken, spokenOwn] = told('long', (words) => `, ${words} in your time zone`)
  const city = zoneName(zone)
  return { text: `${text} ${city}${own}`, spoken: `${spoken} in ${city}${spokenOwn}` }
}

/**
 * Formats an agreed moment like `agreedText`, followed by how long it is until then: `Fri 21 Nov, 18:00 Vienna (12:00
 * yours), in 3 h` (rules/cohorts#moments).
 */
export function agreedTextUntil(
  at: string,
  zone: string,
  now: number,
  reader = ownClock(),
): MomentText {
  const { text, spoken } = agreedText(at, zone, now, reader)
  const until = timeUntil(at, now)
  return { text: `${text}, ${until.text}`, spoken: `${spoken}, ${until.spoken}` }
}

/**
 * Returns a sentence about a day and time that a clock change skips or repeats; null for all others. `does` is the verb
 * of the sentence: `opens`, `is due`.
 */
export function clockNote(day: string, time: string, zone: string, does: string): string | null {
  switch (clockChange(day, time, zone)) {
    case 'skipped': {
      const at = new Date(momentOf(day, time, zone))
      return `Clocks skip ${time} on this day. It ${does} at ${partsOf(at, zone).time}.`
    }
    case 'doubled':
      return `Clocks show ${time} twice on this day. It ${does} the second time.`
    case null:
      return null
  }
}
