import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { popupPlace } from './popup-place'

interface DateFieldProps {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean
  status?: 'error' | undefined
  /** Days as `YYYY-MM-DD`, moments as `YYYY-MM-DDTHH:mm` in the person's own time; empty for none. A form's item gives it. */
  value?: string
  /** To the minute. */
  timed?: boolean
  earliest?: string
  /** What an empty field says. */
  placeholder?: string
  latest?: string
  onChange?: (value: string) => void
}

const toDay = (text: string | undefined) => (text ? dayjs(text) : undefined)
const shownFor = (value: string) => ({ value, day: toDay(value) ?? null })

/** A day or a moment, chosen from a calendar or typed. */
export function DateField({
  value = '',
  timed = false,
  earliest,
  latest,
  onChange,
  ...control
}: DateFieldProps) {
  // An address takes a moment to change: until then the picker would be given the old day, and write that back.
  const [shown, setShown] = useState(() => shownFor(value))
  if (shown.value !== value) setShown(shownFor(value))

  function change(day: Dayjs | null) {
    setShown({ value, day })
    onChange?.(day?.format(timed ? 'YYYY-MM-DDTHH:mm' : 'YYYY-MM-DD') ?? '')
  }

  return (
    <DatePicker
      {...control}
      showTime={timed && { format: 'HH:mm' }}
      format={timed ? ['MMM D, YYYY, HH:mm', 'YYYY-MM-DD HH:mm'] : ['MMM D, YYYY', 'YYYY-MM-DD']}
      // Leaving the field keeps what was chosen, and empties it when its text was deleted.
      needConfirm={false}
      onBlur={({ target }) => {
        const emptied = target instanceof HTMLInputElement && target.value === ''
        if (emptied && shown.day) change(null)
      }}
      // Enter takes the day, and saves no form.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
      }}
      getPopupContainer={popupPlace}
      value={shown.day}
      minDate={toDay(earliest)}
      maxDate={toDay(latest)}
      onChange={change}
    />
  )
}
