/** The reader's time zone by name and its offset from UTC: `Europe/Berlin (GMT+1)`. */
export function timeZoneWords(): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZoneName: 'shortOffset' })
  const offset = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
  const zone = format.resolvedOptions().timeZone.replaceAll('_', ' ')
  return offset && offset !== zone ? `${zone} (${offset})` : zone
}
