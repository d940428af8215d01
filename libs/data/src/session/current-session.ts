import type { AuthClient, Session } from '@supabase/auth-js'
import { DataError } from '../errors'
import { isSessionEnded } from './session-ended'

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
