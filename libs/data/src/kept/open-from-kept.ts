import type { Query, QueryClient } from '@tanstack/react-query'
import { isWorthRetrying } from '../query-client'
import { setKeptShown } from './kept-shown'

/** So long an answer is waited for before what is kept is shown instead. */
const PATIENCE_MS = 4_000

/**
 * Lets the portal's queries fall back on what is kept on this device (rules/learning#offline): when no answer comes, or
 * none within four seconds, what was answered before stands in its place, and the query goes on asking. With
 * a connection nothing waits for it. By React Query's own `persister` option.
 */
export function openFromKept(queries: QueryClient): void {
  let patience = PATIENCE_MS
  const restore = async (query: Query) => {
    if (globalThis.indexedDB === undefined || query.state.data !== undefined) return
    const { restoreKept } = await import('./restore-kept')
    return restoreKept(queries, query)
  }
  const defaults = queries.getDefaultOptions()
  queries.setDefaultOptions({
    ...defaults,
    queries: {
      ...defaults.queries,
      persister: async (ask, context, query) => {
        const bell = setTimeout(() => {
          // The next ones need not find out again.
          patience = 0
          restore(query).catch(ignore)
        }, patience)
        try {
          const answer = await ask(context)
          patience = PATIENCE_MS
          setKeptShown(false)
          return answer
        } catch (error) {
          const kept = isWorthRetrying(error) && (await restore(query).catch(ignore))
          if (!kept) throw error
          return kept
        } finally {
          clearTimeout(bell)
        }
      },
    },
  })
}

const ignore = () => undefined
