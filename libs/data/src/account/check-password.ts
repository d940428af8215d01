import type { DataClient } from '../client'
import { fromAuthError } from '../errors'
import type { Credentials } from '../session/sign-in'

/**
 * Whether somebody knows their own password, asked of Auth, which counts the tries: signs in beside
 * the session that is open, and out again. `aside` is a fleeting client. Throws DataError,
 * `invalid_credentials` for a wrong password.
 */
export async function checkPassword(aside: DataClient, credentials: Credentials): Promise<void> {
  const { error } = await aside.auth.signInWithPassword(credentials)
  if (error) throw fromAuthError(error)
  await leave(aside)
}

/** Ends the session of a fleeting client; one that cannot be ended runs out by itself. */
export async function leave(aside: DataClient): Promise<void> {
  await aside.auth.signOut({ scope: 'local' }).catch(() => undefined)
}
