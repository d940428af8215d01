import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'
import { accountKeys } from './keys'

/** Somewhere the person is signed in. Dates ISO. */
export interface AccountSession {
  id: string
  created_at: string
  /** When it was last heard of: at its start, or when it was renewed, about once an hour. */
  active_at: string
  /** As the browser named itself; null when it did not. */
  user_agent: string | null
  /** The session that asks. */
  current: boolean
}

/** Where the signed-in person is signed in, this session first. Fails with a DataError. */
export function sessionsQuery(client: DataClient) {
  return queryOptions({
    queryKey: accountKeys.sessions(),
    queryFn: async ({ signal }): Promise<AccountSession[]> =>
      unwrap(await client.rpc('my_sessions').abortSignal(signal)),
  })
}

/**
 * Ends one of the signed-in person's sessions on another device, which notices when its access token
 * runs out. One that has ended already is no error. Throws DataError.
 */
export async function endSession(client: DataClient, sessionId: string): Promise<void> {
  try {
    unwrap(await client.rpc('end_session', { session_id: sessionId }))
  } catch (thrown) {
    if (!(thrown instanceof DataError) || thrown.code !== 'PT404') throw thrown
  }
}
