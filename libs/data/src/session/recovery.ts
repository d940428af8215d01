import type { DataClient } from '../client'
import { DataError, fromAuthError } from '../errors'
import type { Callback } from './callback'
import { knownEmails } from './email'
import { type SessionUser, toSessionUser } from './session-query'

/**
 * Asks for the mail that leads to a new password; unknown addresses are answered alike. `returnTo` is
 * where Supabase's own link leads back to, absolute. Throws DataError when nothing could be asked for.
 */
export async function requestReset(
  client: DataClient,
  email: string,
  returnTo: string,
): Promise<void> {
  for (const address of knownEmails(email)) {
    const { error } = await client.auth.resetPasswordForEmail(address, { redirectTo: returnTo })
    if (error) throw fromAuthError(error)
  }
}

/**
 * Turns what the mail's link brought into a session that may set a new password (rules/accounts#reset). Out:
 * whose it is. Throws DataError: `NETWORK` without an answer, `pkce_code_verifier_not_found` when
 * the link was asked for in another browser, anything else for a link that is no good.
 */
export async function openRecovery(
  client: DataClient,
  link: Exclude<Callback, { kind: 'refused' }>,
): Promise<SessionUser> {
  const { auth } = client
  if (link.kind === 'code') {
    const { data, error } = await auth.exchangeCodeForSession(link.code)
    if (error) throw fromAuthError(error)
    // The code of another mail signs the person in, but gives no right to a new password.
    if (!('redirectType' in data) || data.redirectType !== 'recovery') {
      await auth.signOut({ scope: 'local' })
      throw refused()
    }
    return toSessionUser(data.session)
  }
  const { data, error } =
    link.kind === 'tokens'
      ? await setSession(auth, link.accessToken, link.refreshToken)
      : await auth.verifyOtp({ type: 'recovery', token_hash: link.tokenHash })
  if (error) throw fromAuthError(error)
  if (!data.session) throw refused()
  return toSessionUser(data.session)
}

/** Whose reset a tab is in the middle of, as a reload finds it; null for none. Throws DataError. */
export async function recoveryUser({ auth }: DataClient): Promise<SessionUser | null> {
  const { data, error } = await auth.getSession()
  if (error) throw fromAuthError(error)
  return data.session && toSessionUser(data.session)
}

/** auth-js throws what is no token at all instead of returning an error. */
async function setSession(auth: DataClient['auth'], accessToken: string, refreshToken: string) {
  if (accessToken.split('.').length !== 3) throw refused()
  try {
    return await auth.setSession({ access_token: accessToken, refresh_token: refreshToken })
  } catch (thrown) {
    if (thrown instanceof TypeError) throw thrown
    throw refused()
  }
}

const refused = () => new DataError({ code: 'LINK_REFUSED' })
