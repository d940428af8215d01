import { cleanup } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// Files that share a worker share its document, storage, and globals.
afterAll(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
