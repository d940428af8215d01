import { vi } from 'vitest'

/** Stands in for the browser's `matchMedia`, which jsdom lacks: every query matches, or none does. */
export function stubMatchMedia(matches: boolean) {
  vi.stubGlobal('matchMedia', () => ({
    matches,
    addEventListener: () => {},
    removeEventListener: () => {},
    // antd asks by the older names.
    addListener: () => {},
    removeListener: () => {},
  }))
}
