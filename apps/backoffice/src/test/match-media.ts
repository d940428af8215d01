import { vi } from 'vitest'

/** A stub of the browser's `matchMedia`, which jsdom lacks. Every query has the same result. */
export function stubMatchMedia(matches: boolean) {
  vi.stubGlobal('matchMedia', () => ({
    matches,
    addEventListener: () => {},
    removeEventListener: () => {},
    // antd uses the deprecated names.
    addListener: () => {},
    removeListener: () => {},
  }))
}
