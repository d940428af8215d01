import { act, cleanup, renderHook } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { useAddressState } from './use-address-state'

afterEach(() => {
  cleanup()
  window.history.replaceState(null, '', '/')
})

it('keeps a change that no render has shown when the next one comes', () => {
  const { result } = renderHook(() => useAddressState(), { wrapper: BrowserRouter })
  act(() => {
    result.current.change({ person: 'ada' })
    result.current.change({ action: 'CREATE' })
  })
  expect(result.current.params.toString()).toBe('person=ada&action=CREATE')
})

it('leaves no entry in the history for what is so already', () => {
  const { result } = renderHook(() => useAddressState(), { wrapper: BrowserRouter })
  act(() => result.current.change({ person: 'ada' }))
  const entries = window.history.length
  act(() => result.current.change({ person: 'ada', action: null }))
  expect(window.history.length).toBe(entries)
})
