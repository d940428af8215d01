import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { type DataError, fromAuthError } from '../errors'
import { sessionKeys } from '../session/keys'

/**
 * Takes the first code of an app that is being added: from then on the account has it, and this
 * session has shown it. Throws DataError, `mfa_verification_failed` for a wrong code.
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
 * Shows the second factor: takes a code of any of the person's authenticator apps, and this session
 * is worth its full rights. Throws DataError: `mfa_verification_failed` for a wrong code.
 * An account without an app any more has nothing to show, and passes.
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

/**
 * The person's rights have changed: reads everything again, and waits for what is on screen.
 */
export async function refreshPermissions(queries: QueryClient): Promise<void> {
  const notSession = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] !== sessionKeys.current()[0],
  }
  queries.removeQueries({ ...notSession, type: 'inactive' })
  await queries.invalidateQueries(notSession)
}

/**
 * Whether the account of this client's session has a second factor that the session has not shown.
 * Sends no request: the last answer of Auth said it. Throws DataError when there is no reading it.
 */
export async function needsSecondFactor(client: DataClient): Promise<boolean> {
  const { data, error } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  if (error) throw fromAuthError(error)
  return data.nextLevel === 'aal2' && data.currentLevel !== 'aal2'
}
