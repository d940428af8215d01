import { learnServerTime } from '@rookies/data/server-clock'
import { submitByKey } from '@rookies/ui/keys/submit-key'
import { reviveFrames } from '@rookies/ui/testing/animation-frames'
import { renderLightly } from '@rookies/ui/testing/light-rendering'
import { configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import './print-once'

// The first screen of a test file waits until its code is compiled, which takes long on a busy machine.
configure({ asyncUtilTimeout: 45_000 })

renderLightly()
submitByKey()

// jsdom lacks these functions of a browser.
vi.stubGlobal('scrollTo', () => undefined)
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}))
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
// Tests receive no live changes, because a real socket would connect to a port of this machine.
vi.stubGlobal(
  'WebSocket',
  class {
    close() {}
  },
)
// jsdom has no layout, so no element is ever in sight.
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
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
  // Mocked answers may have set the app's copy of the server's clock.
  learnServerTime(Date.now())
  // Resets the address, in which pages store their state.
  window.history.replaceState(null, '', '/')
})

// Test files that share a worker share its timers, so timers that are left are cleared.
afterAll(() => {
  vi.useRealTimers()
  reviveFrames()
})
