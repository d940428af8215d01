import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { localStore } from '../device/store'
import { fromAuthError, unwrap } from '../errors'
import { recordSession } from './record-session'
import { toSessionUser } from './session-query'
import { setCurrentUser } from './watch-session'

const KEY = 'rookies-sign-up'

/** Stores in this browser which account was created here and waits for the confirmation of its email. */
export function rememberSignUp(id: string): void {
  localStore.setItem(KEY, id)
}

/** Returns whether the email of a sign-up was confirmed, on any device. Throws DataError. */
export async function isConfirmed(
  client: DataClient,
  signUpId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const asked = client.rpc('sign_up_confirmed', { sign_up: signUpId }, { get: true })
  return unwrap(await asked.abortSignal(signal))
}

interface Clients {
  client: DataClient
  /** An ephemeral client that opens the session of the link. */
  beside: DataClient
  queries: QueryClient
}

/**
 * Confirms an email by the token hash of the mail's link, which works on every device. Signs in only if the account was
 * made in this browser and nobody is signed in, because the link of a stranger's mail must not sign a person in. Returns
 * whether it did. Throws DataError.
 */
export async function confirmEmail(
  { client, beside, queries }: Clients,
  tokenHash: string,
): Promise<boolean> {
  const { data, error } = await beside.auth.verifyOtp({ type: 'signup', token_hash: tokenHash })
  if (error) throw fromAuthError(error)
  const { session } = data
  const open = (await client.auth.getSession()).data.session
  if (session && !open && session.user.id === localStore.getItem(KEY)) {
    localStore.removeItem(KEY)
    const { error: refused } = await client.auth.setSession(session)
    if (refused) throw fromAuthError(refused)
    recordSession(client, 'login', session.access_token)
    setCurrentUser(queries, toSessionUser(session))
    return true
  }
  // If signing out fails, the session expires later.
  await beside.auth.signOut({ scope: 'local' }).catch(() => undefined)
  return false
}
