import { act, renderHook } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useAddressState } from './use-address-state'

it('keeps a change that is not rendered yet when the next one is made', () => {
  const { result } = renderHook(() => useAddressState(), { wrapper: BrowserRouter })
  act(() => {
    result.current.change({ person: 'ada' })
    result.current.change({ action: 'CREATE' })
  })
  expect(result.current.params.toString()).toBe('person=ada&action=CREATE')
})

it('adds no history entry for a change that changes nothing', () => {
  const { result } = renderHook(() => useAddressState(), { wrapper: BrowserRouter })
  act(() => result.current.change({ person: 'ada' }))
  const entries = window.history.length
  act(() => result.current.change({ person: 'ada', action: null }))
  expect(window.history.length).toBe(entries)
})
