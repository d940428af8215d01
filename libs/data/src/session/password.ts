import type { DataClient } from '../client'
import { DataError, fromAuthError } from '../errors'
import { authMessage } from './auth-message'

/** The minimum number of characters of a password (rules/accounts#sessions). */
const PASSWORD_LENGTH = 6

export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long.'

/** Returns whether a password is shorter than Auth accepts. */
export function isTooShort(password: string): boolean {
  return password.length < PASSWORD_LENGTH
}

interface PasswordChange {
  password: string
  /** The code from `sendPasswordNonce`, if the project requires one. */
  nonce?: string | undefined
}

/**
 * Sets a new password for the signed-in person. GoTrue ends the person's other sessions. Throws DataError, whose text
 * `passwordMessage` returns. `session_not_found`: nobody is signed in. `insufficient_aal`: the account needs its second
 * factor first. `reauthentication_needed`: the session is too old; request a `nonce`.
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

/** Mails the code that a password change in an old session needs. Throws DataError. */
export async function sendPasswordNonce(client: DataClient): Promise<void> {
  const { error } = await client.auth.reauthenticate()
  if (error) throw fromAuthError(error)
}

const MESSAGES: Record<string, string> = {
  insufficient_aal: 'Please confirm with your authenticator app first.',
  same_password: 'Please choose a password that differs from the old one.',
  weak_password: 'This password is too easy to guess. Please choose a longer one.',
  reauthentication_needed: 'You logged in a while ago. Please enter the code that we emailed you.',
  reauthentication_not_valid: 'This code is wrong or has expired. Please ask for a new one.',
  session_not_found: 'Not Authenticated',
}

/** Returns the message about a refused password change: our own, or else Auth's (rules/interface#messages). */
export function passwordMessage(error: DataError): string {
  return MESSAGES[error.code] ?? authMessage(error)
}
