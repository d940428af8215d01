import { useEffect, useState } from 'react'

/** Milliseconds that an act waits to say whom it touches. */
const MOMENT = 1500

/**
 * In: whether an answer is on its way. Out: whether to wait for it, which ends after a moment: what was
 * asked for is never held up by what explains it.
 */
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
