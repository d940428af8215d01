import { currentWaiting, type Waiting, watchWaiting } from '@rookies/data/progress/outbox/waiting'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** What waits in the outbox, as it changes. */
export function useWaiting(): Waiting {
  const queries = useQueryClient()
  return useSyncExternalStore(watchWaiting, () => currentWaiting(queries))
}
