import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { forgetLogs } from '../logs/log'
import { clearHistory, clearOfflineCache } from './clear-device'
import { isExpired } from './current-session'
import { accessKeys, sessionKeys } from './keys'
import { type SessionUser, toSessionUser } from './session-query'

/**
 * Keeps the query cache for one person only: when the person signs out, in this tab or another, or another person signs
 * in, it clears the cache before anything is drawn. Token refreshes change nothing. Returns a function that stops
 * watching.
 */
export function watchSession(client: DataClient, queries: QueryClient): () => void {
  const { data } = client.auth.onAuthStateChange((event, session) => {
    const check = queries.getQueryState<SessionUser | null>(sessionKeys.current())
    // The first session check reports the same as Auth's first event.
    if (event === 'INITIAL_SESSION' || !check || check.status === 'pending') return
    // An expired session was not refreshed, which says nothing about the person.
    if (session && isExpired(session)) return
    // The same person has passed the second factor in one of the tabs and now has more rights.
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
 * Sets the signed-in person and clears what the previous person could see. The session is written first, so that a
 * guard on screen always has an answer.
 */
export function setCurrentUser(queries: QueryClient, user: SessionUser | null): void {
  // The logs of a visitor who signs in stay, because they tell how that went; those of a signed-in person do not.
  if (!user || queries.getQueryData(sessionKeys.current())) forgetLogs()
  queries.setQueryData(sessionKeys.current(), user)
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKeys.current()[0] })
  queries.getMutationCache().clear()
  clearHistory()
  clearOfflineCache()
}
