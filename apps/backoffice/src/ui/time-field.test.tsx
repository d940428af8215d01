import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TimeField } from './time-field'

afterEach(cleanup)

function start(value: string) {
  const onChange = vi.fn()
  render(
    <>
      <label htmlFor="time">Time</label>
      <TimeField id="time" value={value} onChange={onChange} />
    </>,
  )
  return { field: screen.getByLabelText('Time'), onChange }
}

describe('time field', () => {
  it('uses the 24-hour clock', () => {
    expect(start('18:05').field).toHaveProperty('value', '18:05')
  })

  it('reports the typed time when it loses the focus', async () => {
    const { field, onChange } = start('')
    fireEvent.focus(field)
    fireEvent.change(field, { target: { value: '09:07' } })
    fireEvent.blur(field)
    await waitFor(() => expect(onChange.mock.calls).toEqual([['09:07']]))
  })

  it('reports an empty value after it was emptied', async () => {
    const { field, onChange } = start('09:07')
    fireEvent.focus(field)
    fireEvent.change(field, { target: { value: '' } })
    expect(onChange).not.toHaveBeenCalled()
    fireEvent.blur(field)
    await waitFor(() => expect(onChange.mock.calls).toEqual([['']]))
  })

  it('does not submit its form on Enter', () => {
    const { field } = start('09:00')
    fireEvent.focus(field)
    // The browser submits a form on Enter unless the key's default is prevented.
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false)
  })
})
