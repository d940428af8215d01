import { dayOf, timeOf } from '@rookies/data/dates/days'
import { DateField } from '../ui/date-field'

interface MomentControlProps {
  /** Given by the form item. */
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}

/** A day and time, typed in the person's time zone and stored in UTC; null for none. */
export function MomentControl({ id, value, onChange }: MomentControlProps) {
  return (
    <DateField
      id={id}
      timed
      value={value ? `${dayOf(value)}T${timeOf(value)}` : ''}
      onChange={(moment) => onChange?.(moment ? new Date(moment).toISOString() : null)}
    />
  )
}
