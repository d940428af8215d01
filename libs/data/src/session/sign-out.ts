import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { fromAuthError } from '../errors'
import { recordSession } from './record-session'
import { setCurrentUser } from './watch-session'

/**
 * Ends this browser's session, here and in its other tabs, and forgets everything that was read.
 * Sessions on other devices stay. Throws DataError when the server could not be told; the session
 * then stays as it is.
 */
export async function signOut(client: DataClient, queries: QueryClient): Promise<void> {
  const { data } = await client.auth.getSession()
  const { error } = await client.auth.signOut({ scope: 'local' })
  if (error) throw fromAuthError(error)
  if (data.session) recordSession(client, 'logout', data.session.access_token)
  setCurrentUser(queries, null)
}
