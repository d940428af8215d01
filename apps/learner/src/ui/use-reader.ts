import { ownClock, type Reader } from '@rookies/data/time/agreed-text'
import { useMemo } from 'react'
import { useBoot } from '../shared/use-boot'

/**
 * Returns the time zone in which this person sees times: the chosen one, or the browser's (rules/accounts#preferences).
 */
export function useReader(): Reader {
  const chosen = useBoot()?.account?.time_zone
  return useMemo(() => {
    const own = ownClock()
    return chosen ? { ...own, zone: chosen } : own
  }, [chosen])
}
