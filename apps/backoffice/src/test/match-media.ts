import { vi } from 'vitest'

/** Stubs the browser's `matchMedia`, which jsdom lacks. Every query gives the same result. */
export function stubMatchMedia(matches: boolean) {
  vi.stubGlobal('matchMedia', () => ({
    matches,
    addEventListener: () => {},
    removeEventListener: () => {},
    // antd calls the deprecated methods.
    addListener: () => {},
    removeListener: () => {},
  }))
}
