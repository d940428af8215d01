import { learnServerTime } from '@rookies/data/server-clock'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// Screens and dialogs load lazily, which can take long on a busy machine.
configure({ asyncUtilTimeout: 45_000 })

function emptyPage(): void {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  // The server clock may have been set by the answers of the test.
  learnServerTime(Date.now())
  // Lists and dialogs keep their state in the address.
  window.history.replaceState(null, '', '/')
}

afterEach(emptyPage)

// Files that share a worker share its document, storage, and globals.
afterAll(() => {
  emptyPage()
  vi.useRealTimers()
  document.body.replaceChildren()
})
