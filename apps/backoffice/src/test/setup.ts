import { learnServerTime } from '@rookies/data/server-clock'
import { submitByKey } from '@rookies/ui/keys/submit-key'
import { reviveFrames } from '@rookies/ui/testing/animation-frames'
import { renderLightly } from '@rookies/ui/testing/light-rendering'
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import './without-style-sheets'

renderLightly()
submitByKey()

// Screens and dialogs load lazily, which can take long on a busy machine.
configure({ asyncUtilTimeout: 45_000, getElementError })

/**
 * Shows messages, dialogs, and the screen, because the menu alone is longer than what would be printed of the page. An
 * attempt of a query that goes on waiting shows nothing: it would print the page after each change of it.
 */
function getElementError(message: string | null): Error {
  const waits = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
  const parts = waits
    ? []
    : document.querySelectorAll<HTMLElement>('[aria-label="Notifications"], [role="dialog"], main')
  const shown = Array.from(parts, (part) => prettyDOM(part, 3000, { highlight: false }))
  const error = new Error([message, ...shown].join('\n\n'))
  error.name = 'TestingLibraryElementError'
  return error
}

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
  reviveFrames()
  document.body.replaceChildren()
})
