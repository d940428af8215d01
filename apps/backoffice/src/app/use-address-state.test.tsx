import { act, renderHook } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useAddressState } from './use-address-state'

it('a second change keeps the first one, although no render came between them', () => {
  const { result } = renderHook(() => useAddressState(), { wrapper: BrowserRouter })
  act(() => {
    result.current.change({ person: 'ada' })
    result.current.change({ action: 'CREATE' })
  })
  expect(result.current.params.toString()).toBe('person=ada&action=CREATE')
})

it('setting a parameter to its current value adds no history entry', () => {
  const { result } = renderHook(() => useAddressState(), { wrapper: BrowserRouter })
  act(() => result.current.change({ person: 'ada' }))
  const entries = window.history.length
  act(() => result.current.change({ person: 'ada', action: null }))
  expect(window.history.length).toBe(entries)
})
