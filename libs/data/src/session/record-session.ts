import type { DataClient } from '../client'

/**
 * Records that a session began or ended (rules/records#sign-in-records). The token identifies the session. The database
 * stores one record for each, so a repeated call changes nothing. No caller waits for the request or fails with it.
 */
export function recordSession(
  client: DataClient,
  event: 'login' | 'logout',
  accessToken: string,
): void {
  client
    .rpc('record_session', { event })
    .setHeader('Authorization', `Bearer ${accessToken}`)
    .then(ignore, ignore)
}

const ignore = () => undefined
