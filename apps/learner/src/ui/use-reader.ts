import { ownClock, type Reader } from '@rookies/data/time/agreed-text'
import { useMemo } from 'react'
import { useBoot } from '../shared/use-boot'

/** The clock of the person who reads: in the zone that they chose, or else that of the browser (rules/accounts#preferences). */
export function useReader(): Reader {
  const chosen = useBoot()?.account?.time_zone
  return useMemo(() => {
    const own = ownClock()
    return chosen ? { ...own, zone: chosen } : own
  }, [chosen])
}
