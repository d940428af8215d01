import type { AuthClient, Session } from '@supabase/auth-js'
import { DataError } from '../errors'

/**
 * The session of this browser, renewed if it has run out; null when there is none, or Auth has said that it is over.
 * Throws DataError `NETWORK` when it has run out and Auth does not answer: then it is unknown.
 */
export async function currentSession(
  auth: Pick<InstanceType<typeof AuthClient>, 'getSession'>,
): Promise<Session | null> {
  let { data, error } = await auth.getSession()
  // Another tab renewed it at the same moment: storage holds a good one, though this tab has an error.
  if (error?.name === 'AuthRefreshDiscardedError') ({ data, error } = await auth.getSession())
  if (data.session ? isExpired(data.session) : error && !isSessionEnded(error)) {
    throw new DataError({ code: 'NETWORK' })
  }
  return data.session
}

/** Whether the session's token is of no use any more, by this machine's clock. */
export function isExpired({ expires_at }: Pick<Session, 'expires_at'>): boolean {
  return expires_at !== undefined && expires_at * 1000 <= Date.now()
}

/** Refusals that are about the moment: wait, or ask again. */
const PASSING = [408, 409, 425, 429]

/**
 * In: why a session was not refreshed. Out: whether Auth has said that it is over, ended elsewhere or
 * its person gone. Silence, haste, a server in trouble and a gateway that knows no codes say nothing of
 * the session.
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
  // Of its own name and without a code: Auth knows no such session.
  if (name === 'AuthSessionMissingError') return true
  if (name === 'AuthRetryableFetchError' || name === 'AuthRefreshDiscardedError') return false
  return Boolean(code) && status >= 400 && status < 500 && !PASSING.includes(status)
}
