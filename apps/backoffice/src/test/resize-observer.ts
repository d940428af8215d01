import { vi } from 'vitest'

/** Stubs ResizeObserver, which jsdom lacks. The stub reports nothing, because jsdom computes no layout. */
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
