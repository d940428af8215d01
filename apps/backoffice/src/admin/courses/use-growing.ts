import { startTransition, useEffect, useState } from 'react'

/** Fills the window. */
const FIRST = 24
/** As many as a slow machine draws without being felt. */
const MORE = 12

/**
 * How many of a long list are drawn so far: enough for the window at once, then a few more at a time,
 * so that typing and pressing are answered in between, until all are there.
 */
export function useGrowing(total: number): number {
  const [drawn, setDrawn] = useState(FIRST)
  useEffect(() => {
    if (drawn >= total) return
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + MORE)), 0)
    return () => clearTimeout(timer)
  }, [drawn, total])
  return drawn
}
