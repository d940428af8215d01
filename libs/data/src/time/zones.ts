/** One city for each common offset from UTC, for browsers that cannot list the time zones. */
const COMMON_ZONES = [
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Vienna',
  'Europe/Athens',
  'Africa/Lagos',
  'Africa/Johannesburg',
  'Africa/Nairobi',
  'Asia/Dubai',
  'Asia/Karachi',
  'Asia/Kolkata',
  'Asia/Dhaka',
  'Asia/Bangkok',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Pacific/Auckland',
]

/** Returns the city of a time zone: `Vienna` for `Europe/Vienna`. */
export function zoneName(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

/** Returns the reader's time zone. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/**
 * Returns the time zones that the browser knows: the reader's first, then the others by name. Names without a city,
 * such as CET, are left out, because PostgreSQL reads them as abbreviations without clock changes.
 */
export function timeZones(): string[] {
  const known = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : COMMON_ZONES
  const isPlace = (zone: string) => zone.includes('/')
  return [...new Set([...[ownZone()].filter(isPlace), 'UTC', ...known.filter(isPlace)])]
}
