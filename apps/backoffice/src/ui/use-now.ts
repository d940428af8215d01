import { serverNow } from '@rookies/data/server-clock'
import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/**
 * The current time in milliseconds by the server's clock. It is updated each minute, for times that run out while a
 * person looks at them.
 */
export function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
