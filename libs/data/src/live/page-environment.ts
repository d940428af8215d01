/** What happens around a page. `left` and `returned` are the browser's cache for going back. */
export type PageEvent = 'online' | 'offline' | 'shown' | 'hidden' | 'left' | 'returned'

/** The page and the browser around it. */
export interface PageEnvironment {
  /** Whether the browser has a connection at all. */
  isOnline: () => boolean
  /** Whether anybody can see the page. */
  isVisible: () => boolean
  /** Out: a function that ends the watch. */
  watch: (listener: (event: PageEvent) => void) => () => void
}

/** Those of the page that this runs in. */
export const pageEnvironment: PageEnvironment = {
  isOnline: () => navigator.onLine,
  isVisible: () => document.visibilityState === 'visible',
  watch: (listener) => {
    const ending = new AbortController()
    const { signal } = ending
    addEventListener('online', () => listener('online'), { signal })
    addEventListener('offline', () => listener('offline'), { signal })
    addEventListener('pagehide', () => listener('left'), { signal })
    addEventListener('pageshow', ({ persisted }) => persisted && listener('returned'), { signal })
    document.addEventListener(
      'visibilitychange',
      () => listener(pageEnvironment.isVisible() ? 'shown' : 'hidden'),
      { signal },
    )
    return () => ending.abort()
  },
}
