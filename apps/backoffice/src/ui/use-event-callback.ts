import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * In: what is done about an event. Out: the same function at each render, which does what was given at the last one;
 * it is called by events, never while drawing. What is given it alone is not drawn again.
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
