import { useSubscription } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'
import type { Stale } from '@rookies/data/refine/reads'
import type { Query } from '@tanstack/react-query'
import { useReadAgain } from './use-read-again'

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

/** A live change must not remove the error message and its Retry button, so what was never read is not read again. */
const hasData = ({ state }: Query): boolean => state.data !== undefined

/** Reads again what is stale when other people change these resources. */
export function useLiveReads(
  resources: readonly Resource[],
  stale: readonly Stale[],
  filter = hasData,
): void {
  const readAgain = useReadAgain()
  useLive(resources, () => void readAgain(stale, filter))
}
