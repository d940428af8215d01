import dayjs from 'dayjs'

/** Formats an ISO date to the minute in the reader's time zone: "Mar 1, 2027, 08:00". */
export function momentText(at: string, withSeconds = false): string {
  return `${dayText(at)}, ${clockText(at, withSeconds)}`
}

/** Formats an ISO date to the day in the reader's time zone: "Mar 1, 2027". */
export function dayText(at: string): string {
  return dayjs(at).format('MMM D, YYYY')
}

/** Formats the time of an ISO date's day in the reader's time zone: "08:00". */
export function clockText(at: string, withSeconds = false): string {
  return dayjs(at).format(withSeconds ? 'HH:mm:ss' : 'HH:mm')
}
