const PARTS = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
})

/** A day of joining as `MMM dd, yyyy` (rules/interface#dates). In: an ISO date. The day is that of the reader. */
export function memberSince(created: string): string {
  return PARTS.format(new Date(created))
}
