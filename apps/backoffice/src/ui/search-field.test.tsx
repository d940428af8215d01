import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SearchField } from './search-field'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function start() {
  const onSearch = vi.fn()
  const field = (value: string) => (
    <SearchField label="Search members..." value={value} onSearch={onSearch} />
  )
  const { rerender } = render(field(''))
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search members' })
  return {
    onSearch,
    box,
    type: (text: string) => fireEvent.change(box, { target: { value: text } }),
    pause: () => vi.advanceTimersByTime(300),
    /** Renders the field with the new value of the address. */
    arrive: (value: string) => rerender(field(value)),
  }
}

describe('search field', () => {
  it('the search field searches once after a pause in typing', () => {
    const { onSearch, type, pause } = start()
    type('a')
    type('ad ')
    pause()
    pause()
    expect(onSearch.mock.calls).toEqual([['ad']])
  })

  it('the search field keeps all typed letters when the address changes later, one step at a time', () => {
    const { onSearch, box, type, pause, arrive } = start()
    type('ad')
    pause()
    type('ada ok')
    pause()
    type('ada okafor')
    arrive('ad')
    expect(box.value).toBe('ada okafor')
    arrive('ada ok')
    expect(box.value).toBe('ada okafor')
    pause()
    expect(onSearch.mock.calls).toEqual([['ad'], ['ada ok'], ['ada okafor']])
  })

  it('the search field follows Back to an empty text and to earlier searches', () => {
    const { box, type, pause, arrive } = start()
    type('ada')
    pause()
    arrive('ada')
    arrive('')
    expect(box.value).toBe('')
    arrive('ada')
    expect(box.value).toBe('ada')
  })

  it('the search field searches at once on Enter', () => {
    const { onSearch, box, type, pause } = start()
    type('ada')
    fireEvent.keyDown(box, { key: 'Enter' })
    pause()
    expect(onSearch.mock.calls).toEqual([['ada']])
  })
})
