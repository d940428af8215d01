import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SelectField } from './select-field'

afterEach(cleanup)

const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

function start() {
  const onChange = vi.fn()
  render(<SelectField label="Order" value="newest" options={ORDERS} onChange={onChange} />)
  return { onChange, field: screen.getByLabelText('Order') }
}

describe('select field', () => {
  it('a select field tells a screen reader the chosen option', () => {
    const { field } = start()
    const description = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toBe('Newest first')
  })

  it('a select field can be opened and operated by keyboard alone', () => {
    const { field, onChange } = start()
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) {
      fireEvent.keyDown(field, { key, keyCode: key === 'Enter' ? 13 : 40 })
      fireEvent.keyUp(field, { key, keyCode: key === 'Enter' ? 13 : 40 })
    }
    expect(onChange.mock.calls[0]?.[0]).toBe('oldest')
  })
})
