import { QueryClient } from '@tanstack/react-query'
import { DataError, isTransient } from './errors'

const RETRIES = 2
const FRESH_FOR_MS = 30_000

/**
 * The query client of the learner portal: two retries, a second and two apart, and only where another
 * try can help (no answer, or a server that is busy; never while the browser has no connection). Nothing is polled unless a query says so itself.
 * Queries run even when the browser says it is offline, so that people see an error with a way on and
 * not an endless skeleton.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_FOR_MS,
        networkMode: 'always',
        // What failed or went stale is read again when the connection returns.
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < RETRIES && isWorthRetrying(error) && globalThis.navigator?.onLine !== false,
        retryDelay: (failures) => 1000 * 2 ** failures,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** In: what a query threw. Out: whether the same request may well succeed a moment later. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof DataError && isTransient(error)
}
