import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { type DataError, fromAuthError } from '../errors'
import { sessionKeys } from '../session/keys'

/**
 * Confirms a new authenticator app with its first code; the account then has it, and this session has passed it. Throws
 * DataError, `mfa_verification_failed` for a wrong code.
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
 * Passes the second factor with a code of any of the person's authenticator apps, which gives the session its full
 * rights. Throws DataError: `mfa_verification_failed` for a wrong code. An account that no longer has an app passes.
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

/** Reads everything again after a change of rights, and waits for what is on screen. */
export async function refreshPermissions(queries: QueryClient): Promise<void> {
  const notSession = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] !== sessionKeys.current()[0],
  }
  queries.removeQueries({ ...notSession, type: 'inactive' })
  await queries.invalidateQueries(notSession)
}

/**
 * Returns whether the account has a second factor that its session has not passed. Uses Auth's last answer without a
 * request. Throws DataError if that cannot be read.
 */
export async function needsSecondFactor(client: DataClient): Promise<boolean> {
  const { data, error } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  if (error) throw fromAuthError(error)
  return data.nextLevel === 'aal2' && data.currentLevel !== 'aal2'
}
