import { useSubscription } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'

/**
 * Calls `onChange` when other people change these resources, once for a burst of changes
 * (rules/interface#live-lists). Screens that are more than a list use it to read again.
 */
export function useLive(resources: readonly Resource[], onChange: () => void): void {
  useSubscription({
    channel: `screens/${resources.join()}`,
    params: { resources },
    onLiveEvent: onChange,
  })
}
