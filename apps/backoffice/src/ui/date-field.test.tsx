import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DateField } from './date-field'

afterEach(cleanup)

function start(value: string, timed = false) {
  const onChange = vi.fn()
  render(
    <>
      <label htmlFor="day">Day</label>
      <DateField id="day" value={value} timed={timed} onChange={onChange} />
    </>,
  )
  const field = screen.getByLabelText('Day')
  return {
    field,
    onChange,
    leaveWith: (text: string) => {
      fireEvent.focus(field)
      fireEvent.change(field, { target: { value: text } })
      fireEvent.blur(field)
    },
  }
}

describe('date field', () => {
  it.each(['Feb 5, 2026', '2026-02-05', '5.2.2026', '05.02.2026', '5 Feb 2026'])(
    'a date field accepts a day as it is shown, as it is stored, and in other common forms: %s',
    async (text) => {
      const { leaveWith, onChange } = start('')
      leaveWith(text)
      await waitFor(() => expect(onChange.mock.calls).toEqual([['2026-02-05']]))
    },
  )

  it.each(['2031-02-03 08:00', '3.2.2031 08:00', '03.02.2031, 08:00'])(
    'a date field accepts a moment: %s',
    async (text) => {
      const { leaveWith, onChange } = start('', true)
      leaveWith(text)
      await waitFor(() => expect(onChange.mock.calls).toEqual([['2031-02-03T08:00']]))
    },
  )

  it('a date field is cleared by deleting its text', () => {
    const { leaveWith, onChange } = start('2026-02-05')
    leaveWith('')
    expect(onChange.mock.calls).toEqual([['']])
  })

  it('a date field shows the chosen day until the address has changed', async () => {
    const { field, leaveWith, onChange } = start('2026-01-01')
    leaveWith('2026-02-05')
    await waitFor(() => expect(onChange).toHaveBeenCalled())
    expect(field).toHaveProperty('value', 'Feb 5, 2026')
    fireEvent.focus(field)
    fireEvent.blur(field)
    expect(onChange.mock.calls).toEqual([['2026-02-05']])
  })

  it.each([false, true])(
    'a date field accepts a value by Enter without submitting its form (timed: %s)',
    (timed) => {
      const { field, leaveWith } = start('', timed)
      leaveWith('2026-02-05')
      fireEvent.focus(field)
      // The browser submits a form on Enter unless the key's default is prevented.
      expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false)
    },
  )

  it('a date field reports no change when it was empty and stays empty', () => {
    const { leaveWith, onChange } = start('')
    leaveWith('')
    expect(onChange).not.toHaveBeenCalled()
  })
})
