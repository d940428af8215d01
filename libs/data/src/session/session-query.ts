import type { Session } from '@supabase/auth-js'
import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { currentSession } from './current-session'
import { sessionKeys } from './keys'
import { resetRenewal } from './renewal'

/** Who is signed in here: what the guard needs, and no token. */
export interface SessionUser {
  id: string
  email: string | null
}

/**
 * The session as this browser holds it, renewed if it has run out: null for a visitor, and for whom Auth
 * says so. A check without an answer is tried twice more, a second apart (`boundedRenewal`), then it is
 * a DataError: it is unknown whether they are signed in. Kept true afterwards by `watchSession`.
 */
export function sessionQuery(client: DataClient) {
  return queryOptions({
    queryKey: sessionKeys.current(),
    queryFn: async (): Promise<SessionUser | null> => {
      resetRenewal()
      const session = await currentSession(client.auth)
      return session && toSessionUser(session)
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** What the screens need of a session: id and email; null for an account without an address. */
export function toSessionUser(session: Session): SessionUser {
  return { id: session.user.id, email: session.user.email ?? null }
}
