import { QueryClient } from '@tanstack/react-query'
import { DataError, isTransient } from './errors'

const RETRIES = 2
const FRESH_FOR_MS = 30_000

/**
 * Creates the query client of the learner portal. It retries twice, after one and two seconds, and only if that can
 * help (no answer or a temporary failure; never while the browser is offline). Queries are sent even if the browser
 * claims to be offline, so that people see an error with a button instead of a loading state that never ends.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_FOR_MS,
        networkMode: 'always',
        // Failed and stale queries are read again when the connection returns.
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < RETRIES && isWorthRetrying(error) && globalThis.navigator?.onLine !== false,
        retryDelay: (failures) => 1000 * 2 ** failures,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Returns whether the same request may succeed if it is repeated at once. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof DataError && isTransient(error)
}
