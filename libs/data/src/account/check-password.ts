import type { DataClient } from '../client'
import { type DataError, fromAuthError } from '../errors'
import { isTooShort, PASSWORD_TOO_SHORT } from '../session/password'
import type { Credentials } from '../session/sign-in'

/**
 * Checks a person's own password by signing in with an ephemeral client and signing out again; the current session
 * stays open. Auth limits the number of attempts. Throws DataError, also for a wrong password (see `isWrongPassword`).
 */
export async function checkPassword(
  ephemeralClient: DataClient,
  credentials: Credentials,
): Promise<void> {
  const { error } = await ephemeralClient.auth.signInWithPassword(credentials)
  if (error) throw fromAuthError(error)
  await endEphemeralSession(ephemeralClient)
}

/** Returns whether Auth refused the password. */
export const isWrongPassword = ({ code }: Pick<DataError, 'code'>) => code === 'invalid_credentials'

/** Ends the session of an ephemeral client. If that fails, the session expires by itself. */
export async function endEphemeralSession(ephemeralClient: DataClient): Promise<void> {
  await ephemeralClient.auth.signOut({ scope: 'local' }).catch(() => undefined)
}

/** The values of the form that changes a password. */
export interface NewPassword {
  current: string
  password: string
  confirmation: string
}

export type PasswordProblems = { [field in keyof NewPassword]?: string }

/**
 * Returns the problems of a password change by field; an empty object if there are none
 * (rules/accounts#sign-up-fields).
 */
export function passwordProblems({
  current,
  password,
  confirmation,
}: NewPassword): PasswordProblems {
  const problems: PasswordProblems = {}
  if (!current) problems.current = 'Current password is required'
  if (!password) problems.password = 'New password is required'
  else if (isTooShort(password)) problems.password = PASSWORD_TOO_SHORT
  if (!confirmation) problems.confirmation = 'Password confirmation is required'
  else if (confirmation !== password) problems.confirmation = "Passwords don't match"
  return problems
}
