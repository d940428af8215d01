import type { DataClient } from '../client'
import { fromAuthError } from '../errors'

/**
 * Ends the signed-in person's sessions on all other devices; this browser stays signed in. Throws
 * DataError when the server could not be told.
 */
export async function signOutOthers(client: DataClient): Promise<void> {
  const { error } = await client.auth.signOut({ scope: 'others' })
  if (error) throw fromAuthError(error)
}
