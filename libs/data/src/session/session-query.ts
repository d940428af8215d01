import type { Session } from '@supabase/auth-js'
import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { fromAuthError } from '../errors'
import { sessionKeys } from './keys'

const CHECK_RETRIES = 2
const CHECK_RETRY_MS = 1000

/** Who is signed in here: what the guard needs, and no token. */
export interface SessionUser {
  id: string
  email: string | null
}

/**
 * The session as this browser holds it, refreshed if it has run out: null for a visitor. A failed
 * check is tried again twice, a second apart (product §2 and §9), then it is an error, which the
 * guard treats as nobody signed in. Kept true afterwards by `watchSession`.
 */
export function sessionQuery(client: DataClient) {
  return queryOptions({
    queryKey: sessionKeys.current(),
    queryFn: async (): Promise<SessionUser | null> => {
      const { data, error } = await client.auth.getSession()
      if (data.session) return toSessionUser(data.session)
      if (error) throw fromAuthError(error)
      return null
    },
    retry: CHECK_RETRIES,
    retryDelay: CHECK_RETRY_MS,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

export function toSessionUser(session: Session): SessionUser {
  return { id: session.user.id, email: session.user.email ?? null }
}
