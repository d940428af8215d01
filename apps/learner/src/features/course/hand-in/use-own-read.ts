import { isCacheShown, watchCacheShown } from '@rookies/data/offline-cache/cache-shown'
import type { Queued } from '@rookies/data/outbox/kind'
import {
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useOutboxState } from '../../../shared/use-outbox-state'

export interface OwnRead {
  /** The changes on this device that the server has not acknowledged. */
  entries: readonly Queued[]
  /** Whether these changes wait for a connection. */
  offline: boolean
  /** When the answer came, in milliseconds, if it is shown because the server does not answer now; otherwise null. */
  savedAt: number | null
  error: unknown
  busy: boolean
  retry: () => void
}

/** Reads the part of a lesson that belongs to the person, and reads it again when the person returns to the window. */
export function useOwnRead<K, Q extends QueryKey>(
  options: UseQueryOptions<K, Error, K, Q>,
): OwnRead & { known: K | undefined } {
  const query = useQuery({ ...options, refetchOnWindowFocus: 'always' })
  const { entries, offline } = useOutboxState()
  const isCache = useSyncExternalStore(watchCacheShown, isCacheShown)
  return {
    known: query.data,
    entries,
    offline,
    savedAt: isCache || query.isRefetchError ? query.dataUpdatedAt : null,
    error: query.error,
    busy: query.isFetching,
    retry: () => void query.refetch(),
  }
}

/** Reads the queries with these keys again when `differs` becomes true. */
export function useReadAgain(differs: boolean, ...keys: QueryKey[]): void {
  const queries = useQueryClient()
  const readAgain = useEffectEvent(() => {
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
  })
  useEffect(() => {
    if (differs) readAgain()
  }, [differs])
}
