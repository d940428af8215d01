/** Returns the beginning of a day, `YYYY-MM-DD`, in the reader's time zone; null for an invalid day. */
export function dayStart(day: string): Date | null {
  const [, year, month, date] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []).map(Number)
  if (year === undefined || month === undefined || date === undefined || year < 1900) return null
  const start = new Date(year, month - 1, date)
  return start.getMonth() === month - 1 && start.getDate() === date ? start : null
}

/** Returns the end of the day, which is the beginning of the next. */
export function dayEnd(day: string): Date | null {
  const end = dayStart(day)
  // Adding 24 hours would be wrong, because a clock change makes a day shorter or longer.
  end?.setDate(end.getDate() + 1)
  return end
}

const two = (value: number) => String(value).padStart(2, '0')

/** Returns the time of an ISO date in the reader's time zone, as `HH:mm`. */
export function timeOf(instant: string): string {
  const at = new Date(instant)
  return `${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Returns the day of an ISO date in the reader's time zone, as `YYYY-MM-DD`. */
export function dayOf(instant: string): string {
  const at = new Date(instant)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** Returns the last moment of a day, `YYYY-MM-DD`, in the reader's time zone, as an ISO date; null for an empty day. */
export function endOfDay(day: string): string | null {
  const [year, month, date] = (/^(\d{4,})-(\d\d)-(\d\d)$/.exec(day) ?? []).slice(1).map(Number)
  if (year === undefined || month === undefined || date === undefined) return null
  // Adding 24 hours would be wrong, because a clock change makes a day shorter or longer.
  return new Date(new Date(year, month - 1, date + 1).getTime() - 1).toISOString()
}
