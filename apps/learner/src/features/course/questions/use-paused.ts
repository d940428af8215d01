import { useEffect, useState } from 'react'

/** The milliseconds of no typing after which questions are looked up. */
const PAUSE_MS = 300

/** Returns the value once it has not changed for a moment. */
export function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
