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
  // A day does not always have 24 hours.
  end?.setDate(end.getDate() + 1)
  return end
}
