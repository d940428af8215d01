import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { forgetLogs } from '../logs/log'
import { clearHistory, clearOfflineCache } from './clear-device'
import { isExpired } from './current-session'
import { accessKeys, sessionKeys } from './keys'
import { type SessionUser, toSessionUser } from './session-query'

/**
 * Removes all cached data when the person signs out, in this tab or another, or when another person signs in, before
 * anything of it is shown to the wrong person. A refreshed token changes nothing. Returns a function that stops
 * watching.
 */
export function watchSession(client: DataClient, queries: QueryClient): () => void {
  const { data } = client.auth.onAuthStateChange((event, session) => {
    const check = queries.getQueryState<SessionUser | null>(sessionKeys.current())
    // Auth's first event reports the same session as the first check, so it is ignored.
    if (event === 'INITIAL_SESSION' || !check || check.status === 'pending') return
    // The session has expired and could not be refreshed. The person may still be signed in.
    if (session && isExpired(session)) return
    // In one of the tabs, the same person has entered the code of the second factor, and now has more rights.
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
 * Sets the signed-in person, and removes the data of the previous person. The session is set first, so that guards on
 * the screen always have an answer.
 */
export function setCurrentUser(queries: QueryClient, user: SessionUser | null): void {
  // The logs of a visitor are kept at sign-in, because they show what happened before. Those of a signed-in person are
  // deleted.
  if (!user || queries.getQueryData(sessionKeys.current())) forgetLogs()
  queries.setQueryData(sessionKeys.current(), user)
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKeys.current()[0] })
  queries.getMutationCache().clear()
  clearHistory()
  clearOfflineCache()
}
