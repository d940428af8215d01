import { vi } from 'vitest'

/** Gives the page a ResizeObserver, which jsdom lacks. Because jsdom lays out nothing, this one does nothing. */
export function stubResizeObserver(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
}
