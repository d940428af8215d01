import type { DataClient } from '../client'
import { fromAuthError } from '../errors'

/**
 * Whether the account of this client's session has a second factor that the session has not shown.
 * Sends no request: the last answer of Auth said it. Throws DataError when there is no reading it.
 */
export async function needsSecondFactor(client: DataClient): Promise<boolean> {
  const { data, error } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  if (error) throw fromAuthError(error)
  return data.nextLevel === 'aal2' && data.currentLevel !== 'aal2'
}
