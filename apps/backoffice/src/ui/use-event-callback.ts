import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a callback whose identity never changes and which calls the function of the latest render. It must be
 * called from event handlers only, not while rendering. Memoized children do not render again because of it.
 */
export function useEventCallback<A extends unknown[], R>(
  does: (...args: A) => R,
): (...args: A) => R {
  const latest = useRef(does)
  useLayoutEffect(() => {
    latest.current = does
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
