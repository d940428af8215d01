import type { Session } from '@supabase/auth-js'
import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { currentSession } from './current-session'
import { sessionKeys } from './keys'
import { resetRenewal } from './renewal'

/** The signed-in person, without a token. */
export interface SessionUser {
  id: string
  email: string | null
}

/**
 * Reads the session of this browser, refreshed if it has expired; null for a visitor, or if Auth has ended the session.
 * Without an answer, the check is repeated twice after a second (`boundedRenewal`) and then fails with a DataError,
 * because it is unknown whether the person is signed in. `watchSession` updates the result.
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

/** Returns the id and email of a session; null for an account without an email. */
export function toSessionUser(session: Session): SessionUser {
  return { id: session.user.id, email: session.user.email ?? null }
}

/** Shown instead of a screen for signed-in people if the session could not be checked. */
export const CHECK_FAILED = {
  title: 'Connection Error',
  message:
    'The server did not answer when we checked your sign-in. You have not been signed out. Please try again.',
} as const
