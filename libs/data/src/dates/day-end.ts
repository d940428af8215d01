/** In: an ISO date. Out: its day for who reads it, as `YYYY-MM-DD`. */
export function dayOf(instant: string): string {
  const at = new Date(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** In: a day as `YYYY-MM-DD`, or nothing. Out: the last moment of it for who chose it, as an ISO date; null without a day. */
export function endOfDay(day: string): string | null {
  const [year, month, date] = (/^(\d{4,})-(\d\d)-(\d\d)$/.exec(day) ?? []).slice(1).map(Number)
  if (year === undefined || month === undefined || date === undefined) return null
  // By the calendar: a day is not always 24 hours.
  return new Date(new Date(year, month - 1, date + 1).getTime() - 1).toISOString()
}
