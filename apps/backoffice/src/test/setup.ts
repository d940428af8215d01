import { learnServerTime } from '@rookies/data/server-clock'
import { submitByKey } from '@rookies/ui/keys/submit-key'
import { reviveFrames } from '@rookies/ui/testing/animation-frames'
import { renderLightly } from '@rookies/ui/testing/light-rendering'
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import './without-style-sheets'

renderLightly()
submitByKey()

// Screens and dialogs load on demand, which can take long on a busy machine.
configure({ asyncUtilTimeout: 45_000, getElementError })

/**
 * Prints messages, dialogs, and the screen instead of the page, whose output would end within the menu. A query that
 * keeps waiting prints nothing, because it would print the page after each change.
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
  // Mocked answers may have set the product's copy of the server's clock.
  learnServerTime(Date.now())
  // Lists and dialogs store their state in the address.
  window.history.replaceState(null, '', '/')
}

afterEach(emptyPage)

// Test files in one worker share its document, storage, and globals.
afterAll(() => {
  emptyPage()
  vi.useRealTimers()
  reviveFrames()
  document.body.replaceChildren()
})
