import type { Query, QueryClient } from '@tanstack/react-query'

/** The time in milliseconds after which a slow answer is reported. */
const PATIENCE_MS = 8_000

interface SlowQueries {
  /** Called when a screen has waited for 8 seconds for data of which nothing is cached. */
  onSlow: (tryAgain: () => void) => void
  /** Called when all slow queries were answered. */
  onSettled: () => void
}

/**
 * Watches for queries of a screen that have no cached data and take longer than 8 seconds, retries included
 * (rules/interface#slow). `tryAgain` aborts these requests and sends them again.
 */
export function watchSlowQueries(
  queries: QueryClient,
  { onSlow, onSettled }: SlowQueries,
): () => void {
  const timers = new Map<Query, ReturnType<typeof setTimeout>>()
  const slow = new Set<Query>()

  const tryAgain = () => {
    for (const query of [...slow]) {
      settle(query)
      void queries
        .cancelQueries({ queryKey: query.queryKey, exact: true })
        .then(() => queries.refetchQueries({ queryKey: query.queryKey, exact: true }))
    }
  }
  const settle = (query: Query) => {
    clearTimeout(timers.get(query))
    timers.delete(query)
    if (slow.delete(query) && slow.size === 0) onSettled()
  }
  const look = (query: Query) => {
    const { status, fetchStatus } = query.state
    if (status !== 'pending' || fetchStatus !== 'fetching' || !query.isActive())
      return settle(query)
    if (timers.has(query)) return
    const timer = setTimeout(() => {
      slow.add(query)
      onSlow(tryAgain)
    }, PATIENCE_MS)
    timers.set(query, timer)
  }
  const cache = queries.getQueryCache()
  // Requests may have been sent before this code was loaded.
  for (const query of cache.getAll()) look(query)
  const stop = cache.subscribe(({ query }) => look(query))
  return () => {
    stop()
    for (const timer of timers.values()) clearTimeout(timer)
  }
}
