import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { fromAuthError } from '../errors'
import { leave } from './leaving'
import { recordSession } from './record-session'
import { setCurrentUser } from './watch-session'

/**
 * Ends every session of the signed-in person on all devices, including this browser, and clears the query cache. Throws
 * DataError if the server could not be reached; nothing has changed then.
 */
export function signOutEverywhere(client: DataClient, queries: QueryClient): Promise<void> {
  return leave(client.auth, async () => {
    const { data } = await client.auth.getSession()
    const { error } = await client.auth.signOut({ scope: 'global' })
    if (error) throw fromAuthError(error)
    if (data.session) recordSession(client, 'logout', data.session.access_token)
    setCurrentUser(queries, null)
  })
}

/** Ends the signed-in person's sessions on all other devices. Throws DataError if the server could not be reached. */
export async function signOutOthers(client: DataClient): Promise<void> {
  const { error } = await client.auth.signOut({ scope: 'others' })
  if (error) throw fromAuthError(error)
}
