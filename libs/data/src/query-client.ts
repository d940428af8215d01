import { QueryClient } from '@tanstack/react-query'
import { DataError, isTransient } from './errors'

const RETRIES = 2
const FRESH_FOR_MS = 30_000

/**
 * Creates the query client of the learner portal: two retries, after one and two seconds, and only if another try can
 * help (no answer, or a busy server; never while the browser is offline). Only queries that ask for it poll. Queries
 * run even if the browser says that it is offline, so that people see an error with a way on instead of an endless
 * skeleton.
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

/** Returns whether the same request may succeed a moment later. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof DataError && isTransient(error)
}
