import { useSubscription } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'
import type { Stale } from '@rookies/data/refine/reads'
import type { Query } from '@tanstack/react-query'
import { useReadAgain } from './use-read-again'

/**
 * Calls `onChange` when other people change these resources, once for several changes at a time
 * (rules/interface#live-lists). For screens that are not only a list; Refine updates lists itself.
 */
export function useLive(resources: readonly Resource[], onChange: () => void): void {
  useSubscription({
    channel: `screens/${resources.join()}`,
    params: { resources },
    onLiveEvent: onChange,
  })
}

/** Leaves out queries without an answer: reading one again would remove its error message and the Retry button. */
const hasData = ({ state }: Query): boolean => state.data !== undefined

/** Reads the stale queries again when other people change these resources. */
export function useLiveReads(
  resources: readonly Resource[],
  stale: readonly Stale[],
  filter = hasData,
): void {
  const readAgain = useReadAgain()
  useLive(resources, () => void readAgain(stale, filter))
}
