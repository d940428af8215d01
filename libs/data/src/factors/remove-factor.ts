import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { fromAuthError } from '../errors'
import { refreshPermissions } from './refresh-permissions'

/**
 * Takes authenticator apps off the account; from then on the password alone signs in. Only in a
 * session that has shown the second factor. Throws DataError; with several apps some may be gone by
 * then.
 */
export async function removeFactors(
  client: DataClient,
  queries: QueryClient,
  factorIds: readonly string[],
): Promise<void> {
  for (const factorId of factorIds) {
    const { error } = await client.auth.mfa.unenroll({ factorId })
    if (error && error.code !== 'mfa_factor_not_found') throw fromAuthError(error)
  }
  // The token still says aal2; a new one says what is true. Should it fail, the next refresh will do.
  await client.auth.refreshSession()
  await refreshPermissions(queries)
}
