/** Events of a page. `left` and `returned` belong to the browser's back/forward cache. */
export type PageEvent = 'online' | 'offline' | 'shown' | 'hidden' | 'left' | 'returned'

/** The page and its browser. */
export interface PageEnvironment {
  /** Whether the browser is online. */
  isOnline: () => boolean
  /** Whether the page is visible. */
  isVisible: () => boolean
  /** Subscribes to events. Returns a function that unsubscribes. */
  watch: (listener: (event: PageEvent) => void) => () => void
}

/** The environment of the current page. */
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
