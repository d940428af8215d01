import type { Query, QueryClient } from '@tanstack/react-query'
import { isWorthRetrying } from '../query-client'
import { setCacheShown } from './cache-shown'

/** How long a query waits for the server before it shows the cached answer, in milliseconds. */
const PATIENCE_MS = 4_000

/**
 * Lets the portal's queries use the offline cache (rules/learning#offline). If the server does not answer within four
 * seconds, a query shows the cached answer and continues to wait. If the request fails, the query keeps the cached
 * answer. While the server answers in time, no query reads the cache. Uses the option `persister` of React Query.
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
          // Later queries show their cached answers without waiting, until the server answers again.
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
