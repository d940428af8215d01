import { dayOf, timeOf } from '@rookies/data/dates/days'
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { popupPlace } from './popup-place'

interface DateFieldProps {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean
  status?: 'error' | undefined
  /**
   * A day as `YYYY-MM-DD`, or a moment as `YYYY-MM-DDTHH:mm` in the person's time zone; empty for none. Passed by
   * Form.Item.
   */
  value?: string | null
  /** Whether the value is a moment with hours and minutes. */
  timed?: boolean
  earliest?: string
  /** Shown while the field is empty. */
  placeholder?: string
  latest?: string
  onChange?: (value: string) => void
}

/** The format in which a day is shown, and further formats that can be typed. */
const DAYS = ['MMM D, YYYY', 'YYYY-MM-DD', 'D.M.YYYY', 'DD.MM.YYYY', 'D MMM YYYY']

const toDay = (text: string | undefined) => (text ? dayjs(text) : undefined)
const shownFor = (value: string) => ({ value, day: toDay(value) ?? null })

/** A day or a moment, chosen from a calendar or typed. */
export function DateField({
  value: given,
  timed = false,
  earliest,
  latest,
  onChange,
  ...control
}: DateFieldProps) {
  const value = given ?? ''
  // The address changes a moment later. Without this state, the picker would get the old day and write it back.
  const [shown, setShown] = useState(() => shownFor(value))
  if (shown.value !== value) setShown(shownFor(value))

  function change(day: Dayjs | null) {
    setShown({ value, day })
    const at = day?.toISOString()
    onChange?.(at ? dayOf(at) + (timed ? `T${timeOf(at)}` : '') : '')
  }

  return (
    <DatePicker
      {...control}
      showTime={timed && { format: 'HH:mm' }}
      format={timed ? DAYS.flatMap((day) => [`${day}, HH:mm`, `${day} HH:mm`]) : DAYS}
      // When the field loses the focus, the chosen value is kept, or removed if the text was deleted.
      needConfirm={false}
      onBlur={({ target }) => {
        const emptied = target instanceof HTMLInputElement && target.value === ''
        if (emptied && shown.day) change(null)
      }}
      // Enter takes the day without submitting the form.
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
