import { useSubscription } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'

/**
 * Calls back when other people have changed something of these resources, once for a burst
 * (rules/interface#live-lists). For a screen that is more than a list: it reads again what it shows.
 */
export function useLive(resources: readonly Resource[], onChange: () => void): void {
  useSubscription({
    channel: `screens/${resources.join()}`,
    params: { resources },
    onLiveEvent: onChange,
  })
}
