import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { type DataError, fromAuthError } from '../errors'
import { sessionKeys } from '../session/keys'

/**
 * Confirms a new authenticator app with its first code. From then on the account has a second factor, and this session
 * has entered its code. Throws DataError, `mfa_verification_failed` for a wrong code.
 */
export async function confirmCode(
  client: DataClient,
  queries: QueryClient,
  factorId: string,
  code: string,
): Promise<void> {
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw fromAuthError(error)
  await refreshPermissions(queries)
}

/**
 * Enters a code of any of the person's authenticator apps, which gives the session its full rights. Succeeds if the
 * account no longer has an app. Throws DataError: `mfa_verification_failed` for a wrong code.
 */
export async function verifySecondFactor(client: DataClient, code: string): Promise<void> {
  const { mfa } = client.auth
  const { data, error } = await mfa.listFactors()
  if (error) throw fromAuthError(error)
  let refusal: DataError | null = null
  for (const { id: factorId } of data.totp) {
    const tried = await mfa.challengeAndVerify({ factorId, code })
    if (!tried.error) return
    refusal = fromAuthError(tried.error)
    if (refusal.code !== 'mfa_verification_failed') break
  }
  if (refusal) throw refusal
}

/** Reads all data again after the rights have changed, and waits for the data on the screen. */
export async function refreshPermissions(queries: QueryClient): Promise<void> {
  const notSession = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] !== sessionKeys.current()[0],
  }
  queries.removeQueries({ ...notSession, type: 'inactive' })
  await queries.invalidateQueries(notSession)
}

/**
 * Returns whether the account has a second factor whose code this session has not entered. Uses Auth's last answer,
 * without a request. Throws DataError if that cannot be read.
 */
export async function needsSecondFactor(client: DataClient): Promise<boolean> {
  const { data, error } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  if (error) throw fromAuthError(error)
  return data.nextLevel === 'aal2' && data.currentLevel !== 'aal2'
}
