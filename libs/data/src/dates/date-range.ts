/** When a day of the reader's begins: `YYYY-MM-DD`; null for what is no day. */
export function dayStart(day: string): Date | null {
  const [, year, month, date] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []).map(Number)
  if (year === undefined || month === undefined || date === undefined || year < 1900) return null
  const start = new Date(year, month - 1, date)
  return start.getMonth() === month - 1 && start.getDate() === date ? start : null
}

/** When it is over. */
export function dayEnd(day: string): Date | null {
  const end = dayStart(day)
  // By the calendar: a day is not always 24 hours.
  end?.setDate(end.getDate() + 1)
  return end
}
