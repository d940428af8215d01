import { onOpening } from '@rookies/data/time/openings'
import { useEffect, useEffectEvent, useState } from 'react'
import { useBoot } from '../shared/use-boot'

/**
 * Calls `ask` once when something opens (`moment` is an ISO date; null for nothing), and again if the answer still
 * names the same moment (rules/cohorts#asking-again). Waits until `boot` has answered, because its answer sets the
 * server's clock.
 */
export function useOpening(moment: string | null, ask: () => Promise<unknown>): void {
  const known = useBoot() !== undefined
  const [asked, setAsked] = useState<{ moment: string | null; times: number } | null>(null)
  const failures = asked?.moment === moment ? asked.times : 0
  const askNow = useEffectEvent(() => {
    void ask().finally(() => setAsked({ moment, times: failures + 1 }))
  })

  useEffect(() => {
    if (moment !== null && known) return onOpening(moment, failures, () => askNow())
    return undefined
  }, [moment, known, failures])
}
