import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { DataError, fromAuthError } from '../errors'
import { knownEmails } from './email'
import { recordSession } from './record-session'
import { toSessionUser } from './session-query'
import { setCurrentUser } from './watch-session'

/** The number of digits of a code. */
export const CODE_LENGTH = 6

/** Returns the digits in a typed or pasted text, at most as many as a code has. */
export function codeDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, CODE_LENGTH)
}

/**
 * Mails a code for signing in (rules/accounts#mailed-code). `returnTo` is the absolute address of the link in the same
 * mail. An unknown email gets the same answer as a known one: the error `otp_disabled` of a hosted project is ignored.
 * Throws DataError if the request failed.
 */
export async function sendCode(client: DataClient, email: string, returnTo: string): Promise<void> {
  for (const address of knownEmails(email)) {
    const { error } = await client.auth.signInWithOtp({
      email: address,
      options: { shouldCreateUser: false, emailRedirectTo: returnTo },
    })
    if (error && error.code !== 'otp_disabled') throw fromAuthError(error)
  }
}

/** Signs in with a mailed code. Throws DataError, `otp_expired` for a wrong or expired code. */
export async function signInWithCode(
  client: DataClient,
  queries: QueryClient,
  email: string,
  code: string,
): Promise<void> {
  const [first, other] = knownEmails(email)
  const verify = (address: string) =>
    client.auth.verifyOtp({ email: address, token: code, type: 'email' })
  let { data, error } = await verify(first)
  if (error?.code === 'otp_expired' && other !== undefined) ({ data, error } = await verify(other))
  if (error) throw fromAuthError(error)
  if (!data.session) throw new DataError({ code: 'MALFORMED' })
  recordSession(client, 'login', data.session.access_token)
  setCurrentUser(queries, toSessionUser(data.session))
}
