/** Days from the first to the last, both included, as `YYYY-MM-DD`; empty where it is open. */
export interface DateRange {
  from: string
  to: string
}

/** Reads days from a list's address; whatever is no day is left out. */
export function dateRange(params: URLSearchParams): DateRange {
  const day = (name: string) => {
    const value = params.get(name) ?? ''
    return startOf(value) ? value : ''
  }
  return { from: day('from'), to: day('to') }
}

/** The same as moments: ISO dates, from when and until before when. The days are the reader's. */
export function instantRange({ from, to }: DateRange): { since: string; until: string } {
  const end = startOf(to)
  // By the calendar: a day is not always 24 hours.
  end?.setDate(end.getDate() + 1)
  return { since: startOf(from)?.toISOString() ?? '', until: end?.toISOString() ?? '' }
}

function startOf(day: string): Date | null {
  const [, year, month, date] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []).map(Number)
  if (year === undefined || month === undefined || date === undefined || year < 1900) return null
  const start = new Date(year, month - 1, date)
  return start.getMonth() === month - 1 && start.getDate() === date ? start : null
}
