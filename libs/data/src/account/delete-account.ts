import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { type DataError, fromAuthError, unwrap } from '../errors'
import { verifySecondFactor } from '../factors/confirm-code'
import { authMessage } from '../session/auth-message'
import { leave } from '../session/leaving'
import type { Credentials } from '../session/sign-in'
import { setCurrentUser } from '../session/watch-session'
import { endEphemeralSession } from './check-password'

/** People type this word to prevent accidents. */
export const DELETION_WORD = 'DELETE'

/** Proves that the account's owner deletes it. */
interface Proof extends Credentials {
  /** The code of the authenticator app, if the account has one. */
  code?: string | undefined
}

interface Clients {
  /** The client of the session that is open in this browser. */
  client: DataClient
  /** An ephemeral client for the proof. */
  ephemeralClient: DataClient
  queries: QueryClient
}

/**
 * Deletes the account of a caller who proves to be its owner, and deletes its session in all tabs of this browser
 * (rules/accounts#delete-account). Refusals of reads that are still on their way are not reported
 * (rules/access#leaving). Throws DataError, after which nothing has changed: `invalid_credentials`, `PT403` if a code
 * is needed too, `PT409` for the last administrator.
 */
export function deleteAccount(
  { client, ephemeralClient, queries }: Clients,
  proof: Proof,
): Promise<void> {
  return leave(client.auth, async () => {
    await deleteAtServer(ephemeralClient, proof)
    // The server no longer knows the session, so only the stored session is deleted.
    await client.auth.signOut({ scope: 'local' })
    setCurrentUser(queries, null)
  })
}

/**
 * The proof is a separate sign-in, so that the database sees a session that was just opened with the password, and a
 * wrong password leaves the open session unchanged.
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

/** Returns what a refused deletion says; the database's own sentence if it has one. */
export function deletionMessage(error: DataError): string {
  return MESSAGES[error.hint ?? ''] ?? MESSAGES[error.code] ?? authMessage(error)
}
