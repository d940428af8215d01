import type { Query, QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { isCacheShown, watchCacheShown } from '../offline-cache/cache-shown'
import { isWorthRetrying } from '../query-client'
import { untilAnswer } from './until-answer'

const failed = ({ state }: Query) => state.status === 'error' && isWorthRetrying(state.error)
const isCached = ({ state }: Query) => state.isInvalidated && state.data !== undefined

/**
 * Notices when the server answers again after an outage. Browsers only report when their own connection returns. While
 * a screen shows cached answers or the error of a missing answer, a small request is sent every few seconds
 * (rules/interface#messages). After the first answer, the queries of the screen are read again. Returns a function that
 * stops watching.
 */
export function watchOutage(client: DataClient, queries: QueryClient): () => void {
  const over = new AbortController()
  let asking = false

  const ask = async () => {
    if (asking) return
    asking = true
    const wasOut = await untilAnswer(client, over.signal)
    asking = false
    if (over.signal.aborted) return
    await queries.refetchQueries({
      type: 'active',
      predicate: (query) => isCached(query) || (wasOut && failed(query)),
    })
  }

  const cache = queries.getQueryCache()
  const stopQueries = cache.subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !('action' in event) || event.action.type !== 'error') return
    if (query.isActive() && failed(query)) void ask()
  })
  const stopCacheShown = watchCacheShown(() => {
    if (isCacheShown()) void ask()
  })
  // The outage may have begun before this code was loaded.
  if (isCacheShown() || cache.getAll().some((query) => query.isActive() && failed(query)))
    void ask()
  return () => {
    over.abort()
    stopQueries()
    stopCacheShown()
  }
}
