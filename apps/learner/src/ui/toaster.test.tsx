import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentToasts, dismissToast, showError, showToast } from './toast-store'
import { Toaster } from './toaster'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})

afterEach(() => {
  act(() => {
    for (const { id } of currentToasts()) dismissToast(id)
  })
  cleanup()
  vi.useRealTimers()
})

it('announces errors assertively and other messages politely', () => {
  act(() => {
    showError('It broke')
    showToast({ tone: 'success', title: 'Saved' })
  })
  expect(within(screen.getByRole('alert')).getByText('It broke')).toBeTruthy()
  expect(within(screen.getByRole('status')).getByText('Saved')).toBeTruthy()
})

it('hides a message after some time, but not while the pointer or the focus is on it', () => {
  act(() => void showToast({ tone: 'success', title: 'Saved' }))
  fireEvent.pointerEnter(screen.getByRole('article'))
  act(() => vi.advanceTimersByTime(60_000))
  expect(screen.getByText('Saved')).toBeTruthy()
  fireEvent.pointerLeave(screen.getByRole('article'))
  act(() => vi.advanceTimersByTime(6_000))
  expect(screen.queryByText('Saved')).toBeNull()
})

it('keeps a message while a modal dialog hides it', () => {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  act(() => void showToast({ tone: 'success', title: 'Saved' }))
  act(() => vi.advanceTimersByTime(60_000))
  expect(screen.getByText('Saved')).toBeTruthy()
  dialog.remove()
  act(() => vi.advanceTimersByTime(6_000))
  expect(screen.queryByText('Saved')).toBeNull()
})

it('runs the action of a message when its button is pressed, and hides the message', () => {
  const onSelect = vi.fn()
  act(() => void showToast({ tone: 'success', title: 'Done', action: { label: 'Undo', onSelect } }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onSelect).toHaveBeenCalledOnce()
  expect(screen.queryByText('Done')).toBeNull()
})

it('replaces a message of the same kind', () => {
  act(() => {
    showToast({ tone: 'success', title: 'Lesson completed', message: 'One' })
    showError('First')
    showToast({ tone: 'success', title: 'Lesson completed', message: 'Two' })
    showError('Second')
  })
  expect(currentToasts().map((toast) => toast.message)).toEqual(['Two', 'Second'])
})

it('shows at most one message on a phone', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  act(() => {
    showToast({ tone: 'success', title: 'Saved' })
    showError('It broke')
  })
  vi.unstubAllGlobals()
  expect(currentToasts().map((toast) => toast.message)).toEqual(['It broke'])
})

it('keeps the newest three messages', () => {
  act(() => {
    for (const title of ['one', 'two', 'three', 'four']) showToast({ tone: 'success', title })
  })
  expect(currentToasts().map((toast) => toast.title)).toEqual(['two', 'three', 'four'])
})
