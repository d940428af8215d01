// Texts for moments and days in the reader's own time zone, with 24 hours (rules/interface#dates).

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

/** `new Date('2027-03-01')` would be midnight in UTC, so a day without a time is read as a local day. */
const dateOf = (at: string | number) =>
  new Date(typeof at === 'string' && at.length === 10 ? `${at}T12:00` : at)

/** Formats the day of a moment in the back-office: "Mar 1, 2027". Takes an ISO date, a day, or milliseconds. */
export const dayText = (at: string | number): string => BACK_OFFICE_DAY.format(dateOf(at))

/** Formats the time of a moment: "08:00". */
export const timeText = (at: string | number, withSeconds = false): string =>
  (withSeconds ? TIME_WITH_SECONDS : TIME).format(dateOf(at))

/** Formats a moment in the back-office: "Mar 1, 2027, 08:00". */
export const momentText = (at: string | number, withSeconds = false): string =>
  `${dayText(at)}, ${timeText(at, withSeconds)}`

/** Formats a moment in a list of activity: "Mar 01, 08:00". */
export const activityText = (at: string): string =>
  `${JOINED_DAY.format(dateOf(at)).slice(0, -', 2000'.length)}, ${timeText(at)}`

/** Formats the day on which a person joined: "Mar 01, 2027". */
export const memberSince = (at: string): string => JOINED_DAY.format(dateOf(at))

/** Formats the day of a moment in the portal, in the style of the reader's locale. */
export const localDay = (at: string | number): string => PORTAL_DAY.format(dateOf(at))

/** Formats a moment in the portal, in the style of the reader's locale. */
export const localMoment = (at: string | number): string => PORTAL_MOMENT.format(dateOf(at))

/** Returns the reader's time zone with its offset from UTC: `Europe/Berlin (GMT+1)`. */
export function ownZoneText(): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZoneName: 'shortOffset' })
  const offset = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
  const zone = format.resolvedOptions().timeZone.replaceAll('_', ' ')
  return offset && offset !== zone ? `${zone} (${offset})` : zone
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * Formats how long ago something was: Just now, then Nm ago, Nh ago, and Nd ago. Takes an ISO date and the current time
 * in milliseconds.
 */
export function relativeTime(at: string, now: number): string {
  const ago = now - Date.parse(at)
  if (ago < MINUTE_MS) return 'Just now'
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)}m ago`
  if (ago < DAY_MS) return `${Math.floor(ago / HOUR_MS)}h ago`
  return `${Math.floor(ago / DAY_MS)}d ago`
}

/**
 * Formats the time until a moment in its two largest units: `1d 21h left`, `5h 12m left`, `9m left`; null if the moment
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

/** Returns whether a moment is later than another within the same minute, so that seconds must be shown. */
export const needSeconds = (one: string, other: string): boolean =>
  Math.floor(Date.parse(one) / MINUTE_MS) === Math.floor(Date.parse(other) / MINUTE_MS)
