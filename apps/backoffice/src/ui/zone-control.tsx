import { timeZones, zoneName } from '@rookies/data/time/zones'
import { useMemo } from 'react'
import { DescribedSelect } from './described-select'

interface ZoneControlProps {
  /** The element id, passed by Form.Item. */
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  value?: string
  onChange?: (zone: string) => void
}

/** Chooses a time zone; the reader's own is the first option. */
export function ZoneControl({ value, ...control }: ZoneControlProps) {
  const options = useMemo(() => {
    const known = timeZones()
    const zones = value === undefined || known.includes(value) ? known : [value, ...known]
    return zones.map((zone) => ({ value: zone, label: zoneLabel(zone) }))
  }, [value])
  return (
    <DescribedSelect<string>
      {...control}
      showSearch
      chosen={value && zoneLabel(value)}
      {...(value !== undefined && { value })}
      options={options}
    />
  )
}

/** Returns a label such as `Vienna, Europe/Vienna`, because people search for either name. */
const zoneLabel = (zone: string) => (zone.includes('/') ? `${zoneName(zone)}, ${zone}` : zone)
