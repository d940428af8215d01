import type { DataClient } from '../client'

/**
 * Stores an audit record that a session has begun or ended (rules/records#sign-in-records). The token identifies the
 * session, for which the database stores each record only once. Callers do not wait for the request, and its failure is
 * ignored.
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
