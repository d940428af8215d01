/** One city for each common hour, for browsers that cannot list the zones they know. */
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

/** Returns the name by which people know a zone: `Vienna` for `Europe/Vienna`. */
export function zoneName(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

/** Returns the reader's zone. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/**
 * Returns the zones that the browser knows: the reader's first, then all by name. Names without a place, such as CET, are
 * left out, because the database reads them as abbreviations, without clock changes.
 */
export function timeZones(): string[] {
  const known = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : COMMON_ZONES
  const isPlace = (zone: string) => zone.includes('/')
  return [...new Set([...[ownZone()].filter(isPlace), 'UTC', ...known.filter(isPlace)])]
}
