import dayjs from 'dayjs'

/** Formats an ISO date to the minute in the reader's time zone: "Mar 1, 2027, 08:00". */
export function momentText(at: string): string {
  return dayjs(at).format('MMM D, YYYY, HH:mm')
}

/** Formats an ISO date to the day in the reader's time zone: "Mar 1, 2027". */
export function dayText(at: string): string {
  return dayjs(at).format('MMM D, YYYY')
}
