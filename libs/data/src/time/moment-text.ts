import { formatCount } from '../wording.ts'
import { clockAt, clockChange, isLate, localMoment as momentOf } from './local-time.ts'
import { ownZone, zoneName } from './zones.ts'

// All words for moments and days, in both apps and in mails (rules/interface#dates). Clocks have 24 hours. The edge
// functions import this file too.

/** How the reader's own clocks show a time. */
export interface Reader {
  zone: string
}

/** A text to show, and the same in whole words for screen readers. */
export interface MomentText {
  text: string
  spoken: string
}

const BACK_OFFICE_DAY = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
})
const JOINED_DAY = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
})
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const TIME = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', CLOCK)
const TIME_WITH_SECONDS = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  ...CLOCK,
  second: '2-digit',
})
const PORTAL_DAY = /* @__PURE__ */ new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const PORTAL_MOMENT = /* @__PURE__ */ new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
})

/** A day without a time is a day of the reader's calendar. */
const dateOf = (at: string | number) =>
  new Date(typeof at === 'string' && at.length === 10 ? `${at}T12:00` : at)

/** Formats a moment to the day in the back-office: "Mar 1, 2027". Takes an ISO date, a day, or milliseconds. */
export const dayText = (at: string | number): string => BACK_OFFICE_DAY.format(dateOf(at))

/** Formats the time of a moment's day: "08:00". */
export const timeText = (at: string | number, withSeconds = false): string =>
  (withSeconds ? TIME_WITH_SECONDS : TIME).format(dateOf(at))

/** Formats a moment in the back-office: "Mar 1, 2027, 08:00". */
export const momentText = (at: string | number, withSeconds = false): string =>
  `${dayText(at)}, ${timeText(at, withSeconds)}`

/** Formats a moment of a list of activity: "Mar 01, 08:00". */
export const activityText = (at: string): string =>
  `${JOINED_DAY.format(dateOf(at)).slice(0, -', 2000'.length)}, ${timeText(at)}`

/** Formats the day on which a person joined: "Mar 01, 2027". */
export const memberSince = (at: string): string => JOINED_DAY.format(dateOf(at))

/** Formats a moment to the day in the portal, as the reader's locale has it. */
export const localDay = (at: string | number): string => PORTAL_DAY.format(dateOf(at))

/** Formats a moment in the portal, as the reader's locale has it. */
export const localMoment = (at: string | number): string => PORTAL_MOMENT.format(dateOf(at))

/** Returns the reader's zone. */
export const ownClock = (): Reader => ({ zone: ownZone() })

/** Returns the reader's zone by name with its offset from UTC: `Europe/Berlin (GMT+1)`. */
export function ownZoneText(): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZoneName: 'shortOffset' })
  const offset = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
  const zone = ownZone().replaceAll('_', ' ')
  return offset && offset !== zone ? `${zone} (${offset})` : zone
}

/** The parts of a moment on the clocks of a zone. Their order is ours, because locales differ in it. */
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

/** Returns a day in words: `Mon 7 Dec`, with the year where it is asked for. */
export function dayInWords(day: string, withYear = false): string {
  const { weekday } = partsOf(new Date(`${day}T00:00:00Z`), 'UTC')
  return `${weekday} ${dateInWords(day, withYear)}`
}

/** Returns a day without the day of its week: `7 Dec`. */
export function dateInWords(day: string, withYear = false): string {
  const { date, month, year } = partsOf(new Date(`${day}T00:00:00Z`), 'UTC')
  return [date, month, withYear && year].filter(Boolean).join(' ')
}

/** Returns a moment in words in a zone: `Mon 7 Dec, 09:00 Vienna`, with the year where it is asked for. */
export function momentInZone(at: string, zone: string, withYear = false): string {
  const { weekday, date, month, year, time } = partsOf(new Date(at), zone)
  const day = [weekday, date, month, withYear && year].filter(Boolean).join(' ')
  return `${day}, ${time} ${zoneName(zone)}`
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * Returns how long ago something was: Just now under a minute, then Nm, Nh and Nd ago. Takes an ISO date and the current
 * time in milliseconds.
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

/**
 * Returns how long it is until a moment, or since then: `in 3 h`, and from two days on `in 2 days`. Rounds down, so that
 * nobody comes too late.
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
  // One day could be 47 hours.
  if (length < 2 * DAY_MS) {
    const hours = Math.floor(length / HOUR_MS)
    return { text: told(`${hours} h`), spoken: told(formatCount(hours, 'hour')) }
  }
  const days = told(formatCount(Math.floor(length / DAY_MS), 'day'))
  return { text: days, spoken: days }
}

/** Returns whether two moments show the same minute though one is later, so that only their seconds tell them apart. */
export const needSeconds = (one: string, other: string): boolean =>
  Math.floor(Date.parse(one) / MINUTE_MS) === Math.floor(Date.parse(other) / MINUTE_MS)

/**
 * Returns an agreed moment in words: on the clocks of a zone, and on the reader's own if they show another time, such as
 * `Fri 21 Nov, 18:00 Vienna (12:00 yours)` (rules/cohorts#moments).
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
 * Returns an agreed moment as `agreedText` does, and how long it is until then: `Fri 21 Nov, 18:00 Vienna (12:00 yours),
 * in 3 h` (rules/cohorts#moments).
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
 * Returns a sentence about what happens at a day and time that a clock change skips or doubles; null otherwise. `does`
 * is the verb: `opens`, `is due`.
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
