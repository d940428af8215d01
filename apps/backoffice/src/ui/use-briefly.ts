import { useEffect, useState } from 'react'

/** Milliseconds that a dangerous act waits for its impact. */
const MOMENT = 1500

/** Whether to wait for a pending answer; false after a moment, so that an explanation never blocks an act. */
export function useBriefly(pending: boolean): boolean {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    if (!pending) return
    setWaited(false)
    const timer = setTimeout(() => setWaited(true), MOMENT)
    return () => clearTimeout(timer)
  }, [pending])
  return pending && !waited
}
