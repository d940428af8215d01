import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { type DataError, fromAuthError, unwrap } from '../errors'
import { verifySecondFactor } from '../factors/confirm-code'
import { authMessage } from '../session/auth-message'
import { leave } from '../session/leaving'
import type { Credentials } from '../session/sign-in'
import { setCurrentUser } from '../session/watch-session'
import { endEphemeralSession } from './check-password'

/** What has to be typed, against slips. */
export const DELETION_WORD = 'DELETE'

/** Proof that it is the owner who leaves. */
interface Proof extends Credentials {
  /** Of the authenticator app, where the account has one. */
  code?: string | undefined
}

interface Clients {
  /** Of the session that is open in this browser. */
  client: DataClient
  /** An ephemeral one, for the proof. */
  ephemeralClient: DataClient
  queries: QueryClient
}

/**
 * Deletes the account of a caller who proves to be its owner, and forgets its session, in this browser and its
 * other tabs (rules/accounts#delete-account). What was still being read is refused then, which is no news to them
 * (rules/access#leaving). Throws DataError, after which nothing has changed: `invalid_credentials`, `PT403` while a
 * code is wanted besides, `PT409` for the last administrator.
 */
export function deleteAccount(
  { client, ephemeralClient, queries }: Clients,
  proof: Proof,
): Promise<void> {
  return leave(client.auth, async () => {
    await deleteAtServer(ephemeralClient, proof)
    // The server no longer knows that session; what is kept here goes anyway.
    await client.auth.signOut({ scope: 'local' })
    setCurrentUser(queries, null)
  })
}

/**
 * The proof is a sign-in of its own, so that the database sees a session opened with the password a moment ago, and
 * a wrong one leaves the open session as it was.
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

const SENTENCES: Record<string, string> = {
  invalid_credentials: 'This is not your password. Please try again.',
  mfa_verification_failed: 'This code is wrong or has expired. Please try again.',
  PT403: 'Please enter the code of your authenticator app as well.',
}

/** What a refused deletion says; the database's own sentence where it has one. */
export function deletionMessage(error: DataError): string {
  return SENTENCES[error.code] ?? authMessage(error)
}
