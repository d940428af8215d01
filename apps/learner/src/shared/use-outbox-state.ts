import {
  currentOutboxState,
  type OutboxState,
  watchOutboxState,
} from '@rookies/data/sync/outbox-state'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Returns the state of the outbox, as it changes. */
export function useOutboxState(): OutboxState {
  const queries = useQueryClient()
  return useSyncExternalStore(watchOutboxState, () => currentOutboxState(queries))
}
