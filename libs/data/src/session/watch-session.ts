import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { forgetLogs } from '../logs/log'
import { clearHistory, clearOfflineCache } from './clear-device'
import { isExpired } from './current-session'
import { accessKeys, sessionKeys } from './keys'
import { type SessionUser, toSessionUser } from './session-query'

/**
 * Keeps the query cache the cache of one person: when the person signs out, here or in another tab, or
 * another person signs in, everything that was read is forgotten before anything else is drawn.
 * Token refreshes change nothing. Out: a function that ends the watch.
 */
export function watchSession(client: DataClient, queries: QueryClient): () => void {
  const { data } = client.auth.onAuthStateChange((event, session) => {
    const check = queries.getQueryState<SessionUser | null>(sessionKeys.current())
    // While the first check runs, it answers; what Auth says then is the same news.
    if (event === 'INITIAL_SESSION' || !check || check.status === 'pending') return
    // It was not renewed: no news.
    if (session && isExpired(session)) return
    // In this tab or another: the same person has more rights than a moment ago.
    if (event === 'MFA_CHALLENGE_VERIFIED') {
      void queries.invalidateQueries({ queryKey: accessKeys.all })
    }
    const user = session ? toSessionUser(session) : null
    if (check.status === 'success' && (check.data?.id ?? null) === (user?.id ?? null)) return
    setCurrentUser(queries, user)
  })
  return () => data.subscription.unsubscribe()
}

/**
 * Says who is at the keyboard from now on and forgets what the one before could see. The session is
 * written first, so that a guard on screen never sees a moment without an answer.
 */
export function setCurrentUser(queries: QueryClient, user: SessionUser | null): void {
  // What a visitor met on the way in stays; what a signed-in person leaves behind does not.
  if (!user || queries.getQueryData(sessionKeys.current())) forgetLogs()
  queries.setQueryData(sessionKeys.current(), user)
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKeys.current()[0] })
  queries.getMutationCache().clear()
  clearHistory()
  clearOfflineCache()
}
