import { serverNow } from '@rookies/data/server-clock'
import { onOpening } from '@rookies/data/time/openings'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBoot } from '../shared/use-boot'

/**
 * Calls `ask` once at `moment` (an ISO date, or null), when something opens. Calls it again after a pause if the next
 * moment has passed too (rules/cohorts#asking-again). Waits for the answer of `boot`, which says what time it is on the
 * server.
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
    // An answer with another moment that has passed counts as a failure. While this device has the server's time wrong,
    // each answer could name one, and the page would call without a pause.
    const passed = Date.parse(moment) <= serverNow()
    const failures = passed ? asked.times + Number(asking.current) : 0
    return onOpening(moment, failures, () => askNow(failures))
  }, [moment, known, asked])
}
