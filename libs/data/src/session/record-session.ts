import type { DataClient } from '../client'

/**
 * Records that a session began or ended (rules/records#sign-in-records). In: the
 * session's own token, which names it. The database keeps one record of each, whichever comes first:
 * where it sees sessions come and go by itself, this changes nothing. No step waits for it or fails with it.
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
