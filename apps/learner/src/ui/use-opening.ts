import { serverNow } from '@rookies/data/server-clock'
import { onOpening } from '@rookies/data/time/openings'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBoot } from '../shared/use-boot'

/**
 * Calls `ask` once when something opens (`moment` is an ISO date; null for nothing), and again after a pause if the
 * answer names a moment that has passed too (rules/cohorts#asking-again). Waits until `boot` has answered, because its
 * answer sets the server's clock.
 */
export function useOpening(moment: string | null, ask: () => Promise<unknown>): void {
  const known = useBoot() !== undefined
  const [asked, setAsked] = useState({ times: 0 })
  const asking = useRef(false)
  const askNow = useEffectEvent((failures: number) => {
    asking.current = true
    void ask().finally(() => {
      asking.current = false
      setAsked({ times: failures + 1 })
    })
  })

  useEffect(() => {
    if (moment === null || !known) return undefined
    // Another moment that has passed is a failure too: while this device takes a wrong time for the server's, each
    // answer could name another one, and the page would ask without a pause.
    const passed = Date.parse(moment) <= serverNow()
    const failures = passed ? asked.times + Number(asking.current) : 0
    return onOpening(moment, failures, () => askNow(failures))
  }, [moment, known, asked])
}
