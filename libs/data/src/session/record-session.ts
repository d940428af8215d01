import type { DataClient } from '../client'

/**
 * Tells the record of what was done that a session began, or has ended (rules/records#sign-in-records). In: the
 * session's own token, which names it. The database keeps one record of each, whoever tells it first:
 * where it sees sessions come and go by itself, this changes nothing. Nobody waits for it, and nobody
 * is kept in or out when it fails.
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
