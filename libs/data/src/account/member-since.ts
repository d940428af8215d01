const PARTS = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
})

/** Formats an ISO date as `MMM dd, yyyy` in the reader's time zone (rules/interface#dates). */
export function memberSince(created: string): string {
  return PARTS.format(new Date(created))
}
