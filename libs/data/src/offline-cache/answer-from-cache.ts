import type { Query, QueryClient } from '@tanstack/react-query'
import { isWorthRetrying } from '../query-client'
import { setCacheShown } from './cache-shown'

/** A query that gets no answer within this time, in milliseconds, shows the cached answer meanwhile. */
const PATIENCE_MS = 4_000

/**
 * Lets the portal's queries fall back on the offline cache (rules/learning#offline). If the server gives no answer, or
 * none within four seconds, the query shows the cached answer and continues to wait for the server. While the server
 * answers in time, no query reads the cache. Uses React Query's `persister` option.
 */
export function answerFromCache(queries: QueryClient): void {
  let patience = PATIENCE_MS
  const restore = async (query: Query) => {
    if (globalThis.indexedDB === undefined || query.state.data !== undefined) return
    const { restoreCached } = await import('./restore-cached')
    return restoreCached(queries, query)
  }
  const defaults = queries.getDefaultOptions()
  queries.setDefaultOptions({
    ...defaults,
    queries: {
      ...defaults.queries,
      persister: async (ask, context, query) => {
        const timer = setTimeout(() => {
          // Later queries use the cache at once, until the server answers again.
          patience = 0
          restore(query).catch(ignore)
        }, patience)
        try {
          const answer = await ask(context)
          patience = PATIENCE_MS
          setCacheShown(false)
          return answer
        } catch (error) {
          const cached = isWorthRetrying(error) && (await restore(query).catch(ignore))
          if (!cached) throw error
          return cached
        } finally {
          clearTimeout(timer)
        }
      },
    },
  })
}

const ignore = () => undefined
