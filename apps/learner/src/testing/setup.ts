import { configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// The first screen of a file waits for its code to be compiled, on a busy machine for a while.
configure({ asyncUtilTimeout: 10_000 })

// What jsdom leaves out of a browser.
vi.stubGlobal('scrollTo', () => undefined)
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}))
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
// Nothing travels live here: the real one would knock at this machine's doors.
vi.stubGlobal(
  'WebSocket',
  class {
    close() {}
  },
)
Element.prototype.scrollIntoView = () => undefined
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
  this.querySelector<HTMLElement>('input, button')?.focus()
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
