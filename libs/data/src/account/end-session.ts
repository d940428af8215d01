import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'

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
