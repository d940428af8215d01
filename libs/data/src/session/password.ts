import type { DataClient } from '../client'
import { DataError, fromAuthError } from '../errors'
import { authMessage } from './auth-message'

/** Characters that a password has at least, at sign-up as at reset (rules/accounts#sessions). */
const PASSWORD_LENGTH = 6

export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long.'

/** Whether a password has fewer characters than Auth takes. */
export function isTooShort(password: string): boolean {
  return password.length < PASSWORD_LENGTH
}

interface PasswordChange {
  password: string
  /** Of the mail that `sendPasswordNonce` sends, where the project asks for one. */
  nonce?: string | undefined
}

/**
 * Sets a new password for the signed-in person; their sessions on other devices end with the old one
 * (GoTrue). Throws DataError; `passwordMessage` has the words. `session_not_found`: no person is signed
 * in. `insufficient_aal`: the account has an authenticator app, whose code comes first.
 * `reauthentication_needed`: the session is too old for the project's taste; ask for a `nonce`.
 */
export async function changePassword(
  client: DataClient,
  { password, nonce }: PasswordChange,
): Promise<void> {
  const { error } = await client.auth.updateUser({ password, ...(nonce && { nonce }) })
  if (!error) return
  throw error.name === 'AuthSessionMissingError'
    ? new DataError({ code: 'session_not_found', message: 'Not Authenticated' })
    : fromAuthError(error)
}

/** Mails the code that a change of password wants in an old session. Throws DataError. */
export async function sendPasswordNonce(client: DataClient): Promise<void> {
  const { error } = await client.auth.reauthenticate()
  if (error) throw fromAuthError(error)
}

const SENTENCES: Record<string, string> = {
  insufficient_aal: 'Please confirm with your authenticator app first.',
  same_password: 'Please choose a password that differs from the old one.',
  weak_password: 'This password is too easy to guess. Please choose a longer one.',
  reauthentication_needed: 'You logged in a while ago. Please enter the code that we mail you.',
  reauthentication_not_valid: 'This code is wrong or has expired. Please ask for a new one.',
  session_not_found: 'Not Authenticated',
}

/** What a refused change of password says; what has no words of its own keeps Auth's (rules/interface#messages). */
export function passwordMessage(error: DataError): string {
  return SENTENCES[error.code] ?? authMessage(error)
}
