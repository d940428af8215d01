import type { AuthClient, Session } from '@supabase/auth-js'
import { DataError } from '../errors'

/**
 * Returns the session of this browser, refreshed if it has expired; null if there is none or Auth has ended it. Throws
 * DataError `NETWORK` if the session has expired and Auth does not answer, because its state is unknown then.
 */
export async function currentSession(
  auth: Pick<InstanceType<typeof AuthClient>, 'getSession'>,
): Promise<Session | null> {
  let { data, error } = await auth.getSession()
  // Another tab refreshed the session at the same time, so the storage has a valid one despite the error in this tab.
  if (error?.name === 'AuthRefreshDiscardedError') ({ data, error } = await auth.getSession())
  if (data.session ? isExpired(data.session) : error && !isSessionEnded(error)) {
    throw new DataError({ code: 'NETWORK' })
  }
  return data.session
}

/** Returns whether the session's token has expired by this device's clock. */
export function isExpired({ expires_at }: Pick<Session, 'expires_at'>): boolean {
  return expires_at !== undefined && expires_at * 1000 <= Date.now()
}

/** Refusals that are temporary: wait, or try again. */
const PASSING = [408, 409, 425, 429]

/**
 * Returns whether Auth has said that the session is over, because it was ended elsewhere or the person was deleted. No
 * answer, a rate limit, a server error and a gateway's error say nothing about the session.
 */
export function isSessionEnded({
  name,
  code,
  status = 0,
}: {
  name?: string
  code?: string | undefined
  status?: number | undefined
}): boolean {
  // Auth's client reports a missing session by this name, without a code.
  if (name === 'AuthSessionMissingError') return true
  if (name === 'AuthRetryableFetchError' || name === 'AuthRefreshDiscardedError') return false
  return Boolean(code) && status >= 400 && status < 500 && !PASSING.includes(status)
}
