import dayjs from 'dayjs'

/** A moment to the minute, by the reader's clock: "Mar 1, 2027, 08:00". In: an ISO date. */
export function momentText(at: string): string {
  return dayjs(at).format('MMM D, YYYY, HH:mm')
}
