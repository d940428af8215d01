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
  // Another tab has refreshed the session at the same time, so the storage contains a valid one.
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

/** The statuses of temporary refusals, after which the request can be sent again. */
const TEMPORARY = [408, 409, 425, 429]

/**
 * Returns whether Auth has said that the session has ended, because it was ended elsewhere or the person was deleted.
 * False for missing answers, rate limits, server errors, and errors of a gateway, after which the session may still be
 * valid.
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
  // Auth's client uses this name, and no code, if there is no session.
  if (name === 'AuthSessionMissingError') return true
  if (name === 'AuthRetryableFetchError' || name === 'AuthRefreshDiscardedError') return false
  return Boolean(code) && status >= 400 && status < 500 && !TEMPORARY.includes(status)
}
