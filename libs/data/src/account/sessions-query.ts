import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'
import { accountKeys } from './profile-query'

/** A session of the person. Dates are ISO. */
export interface AccountSession {
  id: string
  created_at: string
  /** When the session began or was last refreshed, which happens about once an hour. */
  active_at: string
  /** The browser's user agent; null if it sent none. */
  user_agent: string | null
  /** Whether it is the session of this browser. */
  current: boolean
}

/** The signed-in person's sessions, this browser's first. Fails with a DataError. */
export function sessionsQuery(client: DataClient) {
  return queryOptions({
    queryKey: accountKeys.sessions(),
    queryFn: async ({ signal }): Promise<AccountSession[]> =>
      unwrap(await client.rpc('my_sessions').abortSignal(signal)),
  })
}

/**
 * Ends one of the signed-in person's sessions on another device, which notices it when its access token expires. A
 * session that has already ended is no error. Throws DataError.
 */
export async function endSession(client: DataClient, sessionId: string): Promise<void> {
  try {
    unwrap(await client.rpc('end_session', { session_id: sessionId }))
  } catch (thrown) {
    if (!(thrown instanceof DataError) || thrown.code !== 'PT404') throw thrown
  }
}
