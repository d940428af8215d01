import { timeOf } from '@rookies/data/dates/days'
import { TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { popupPlace } from './popup-place'

interface TimeFieldProps {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean
  status?: 'error' | undefined
  /** A time of day as `HH:mm`; empty for none. Passed by Form.Item. */
  value?: string
  onChange?: (value: string) => void
}

const FORMAT = 'HH:mm'
/** Adds an arbitrary date to a time, because the picker works with dates. */
const withDate = (time: string) => (time ? dayjs(`2000-01-01T${time}`) : null)

/** A time of day, chosen from a list or typed; always on the 24-hour clock. */
export function TimeField({ value = '', onChange, ...control }: TimeFieldProps) {
  return (
    <TimePicker
      {...control}
      format={FORMAT}
      minuteStep={5}
      // When the field loses the focus, the typed time is kept.
      needConfirm={false}
      // Enter takes the time without submitting the form.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
      }}
      // Without this, the picker would restore the earlier time when an emptied field loses the focus.
      onBlur={({ target }) => {
        if (target instanceof HTMLInputElement && target.value === '') onChange?.('')
      }}
      getPopupContainer={popupPlace}
      value={withDate(value)}
      onChange={(time: Dayjs | null) => onChange?.(time ? timeOf(time.toISOString()) : '')}
    />
  )
}
