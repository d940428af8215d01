import { currentWaiting, type Waiting, watchWaiting } from '@rookies/data/progress/outbox/waiting'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Returns the state of the outbox, as it changes. */
export function useOutboxState(): Waiting {
  const queries = useQueryClient()
  return useSyncExternalStore(watchWaiting, () => currentWaiting(queries))
}
