import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { type DataError, fromAuthError, unwrap } from '../errors'
import { verifySecondFactor } from '../factors/confirm-code'
import { authMessage } from '../session/auth-message'
import { leave } from '../session/leaving'
import type { Credentials } from '../session/sign-in'
import { setCurrentUser } from '../session/watch-session'
import { endEphemeralSession } from './check-password'

/** The word that people must type to confirm the deletion. */
export const DELETION_WORD = 'DELETE'

/**
 * The password, and the code if the account has a second factor, with which people confirm that the account is theirs.
 */
interface Proof extends Credentials {
  /** The code of the authenticator app, if the account has one. */
  code?: string | undefined
}

interface Clients {
  /** The client of the session that is open in this browser. */
  client: DataClient
  /** An ephemeral client that signs in with the password. */
  ephemeralClient: DataClient
  queries: QueryClient
}

/**
 * Deletes the account of a caller who enters its password, and ends its session in all tabs of this browser
 * (rules/accounts#delete-account). Errors of requests that were already sent are not reported (rules/access#leaving).
 * Throws DataError, after which nothing has changed: `invalid_credentials`, `PT403` if a code is needed too, `PT409`
 * for the last administrator.
 */
export function deleteAccount(
  { client, ephemeralClient, queries }: Clients,
  proof: Proof,
): Promise<void> {
  return leave(client.auth, async () => {
    await deleteAtServer(ephemeralClient, proof)
    // The server has deleted the session already, so only the stored session is removed.
    await client.auth.signOut({ scope: 'local' })
    setCurrentUser(queries, null)
  })
}

/**
 * Signs in with the password in a separate session, so that the database sees a session that is new, and so that a
 * wrong password does not end the current session.
 */
async function deleteAtServer(
  ephemeralClient: DataClient,
  { email, password, code }: Proof,
): Promise<void> {
  const { error } = await ephemeralClient.auth.signInWithPassword({ email, password })
  if (error) throw fromAuthError(error)
  try {
    if (code) await verifySecondFactor(ephemeralClient, code)
    unwrap(await ephemeralClient.rpc('delete_my_account'))
  } catch (thrown) {
    await endEphemeralSession(ephemeralClient)
    throw thrown
  }
}

const MESSAGES: Record<string, string> = {
  invalid_credentials: 'This is not your password. Please try again.',
  mfa_verification_failed: 'This code is wrong or has expired. Please try again.',
  PT403: 'Please enter the code of your authenticator app as well.',
  LAST_ADMIN: 'You are the last active administrator. Make someone else an administrator first.',
}

/** Returns the message about a refused deletion: the database's own sentence if it has one. */
export function deletionMessage(error: DataError): string {
  return MESSAGES[error.hint ?? ''] ?? MESSAGES[error.code] ?? authMessage(error)
}
